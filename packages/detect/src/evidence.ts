import type { Evidence, ObservedObject, TestFileObservation, TestPoint } from '@quarry/core'
import type { NameResolver, PythonModule } from '@quarry/syntax'
import { namedBy } from './named-by.ts'

/** What speaks for one object being exercised by a candidate's own tests. */
export interface ObjectEvidence {
  readonly id: string
  readonly kind: ObservedObject['kind']
  /** Sorted as the schema lists them; empty when it merely runs. */
  readonly evidence: readonly Evidence[]
  /** Stable passes of the candidate that run it; of a class, those that run the class or a method of it. */
  readonly points: number
}

/** Everything that a detector chooses from. */
export interface CandidateEvidence {
  readonly candidate: string
  /** Stable passes of the candidate. */
  readonly stablePasses: number
  /** Every source object that a stable pass runs, in the order of the source. */
  readonly objects: readonly ObjectEvidence[]
  /** The candidate's test files, parsed; one that could not be is left out. */
  readonly testModules: readonly PythonModule[]
}

export interface EvidenceQuestion {
  readonly candidate: string
  readonly objects: readonly ObservedObject[]
  readonly testFiles: readonly TestFileObservation[]
  readonly testModules: readonly PythonModule[]
  readonly resolve: NameResolver
}

export function gatherEvidence(question: EvidenceQuestion): CandidateEvidence {
  const { objects, testFiles, testModules } = question
  const points = testFiles.flatMap((file) => file.points).filter(isStablePass)
  const owners = owningClasses(objects)
  const runs = countRuns(points, owners)
  const called = new Set(testFiles.flatMap((file) => file.called_from_file))
  const made = new Set([...called].flatMap((index) => owners.get(index) ?? []))
  const named = namedBy(testModules, question.resolve)
  return {
    candidate: question.candidate,
    stablePasses: points.length,
    testModules,
    objects: objects.flatMap(({ id, kind }, index) => {
      const isCalled = called.has(index)
      const isImported = named.imported.has(id)
      const isUsed = named.used.has(id)
      const isMade = kind === 'class' && (isCalled || isImported || isUsed || made.has(index))
      const evidence: readonly [Evidence, boolean][] = [
        ['called-from-test', isCalled],
        ['imported-by-name', isImported],
        ['used-by-name', isUsed],
        ['constructed', isMade],
      ]
      const ran = runs.get(index) ?? 0
      return ran === 0
        ? []
        : [{ id, kind, points: ran, evidence: evidence.flatMap(([what, holds]) => (holds ? [what] : [])) }]
    }),
  }
}

function isStablePass(point: TestPoint): boolean {
  return point.stable && point.outcomes.length > 0 && point.outcomes.every((outcome) => outcome === 'passed')
}

/** How many points run each object, by index; a point that runs a method runs its class. */
function countRuns(
  points: readonly TestPoint[],
  owners: ReadonlyMap<number, number>,
): ReadonlyMap<number, number> {
  const runs = new Map<number, number>()
  for (const { executed } of points) {
    const ran = new Set([...executed, ...executed.flatMap((index) => owners.get(index) ?? [])])
    for (const index of ran) runs.set(index, (runs.get(index) ?? 0) + 1)
  }
  return runs
}

/** For the index of a method, that of its class. */
function owningClasses(objects: readonly ObservedObject[]): ReadonlyMap<number, number> {
  const owners = new Map<number, number>()
  let classes: { readonly index: number; readonly end: number; readonly path: string }[] = []
  for (const [index, object] of objects.entries()) {
    classes = classes.filter((outer) => outer.path === object.path && object.line <= outer.end)
    const owner = classes.at(-1)
    if (owner !== undefined && object.kind === 'method') owners.set(index, owner.index)
    if (object.kind === 'class') classes.push({ index, end: object.end_line, path: object.path })
  }
  return owners
}
