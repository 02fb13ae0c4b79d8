import type { Evidence, Observation, TestFileObservation } from '@quarry/core'
import type { NameResolver, PythonModule } from '@quarry/syntax'
import { namedBy } from './named-by.ts'

/** What speaks for one object being exercised by a candidate's own tests. */
export interface ObjectEvidence {
  readonly id: string
  readonly kind: Observation['objects'][number]['kind']
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
  readonly objects: Observation['objects']
  readonly testFiles: readonly TestFileObservation[]
  readonly testModules: readonly PythonModule[]
  readonly resolve: NameResolver
}

export function gatherEvidence(question: EvidenceQuestion): CandidateEvidence {
  const { objects, testFiles, testModules } = question
  const members = membersOfClasses(objects)
  const points = testFiles.flatMap(stablePasses)
  const called = new Set(testFiles.flatMap((file) => file.called_from_file))
  const named = namedBy(testModules, question.resolve)
  const runs = objects.map((_, index) => {
    const parts = [index, ...(members.get(index) ?? [])]
    return points.filter((executed) => parts.some((part) => executed.has(part))).length
  })
  return {
    candidate: question.candidate,
    stablePasses: points.length,
    testModules,
    objects: objects.flatMap((object, index) => {
      const ran = runs[index] ?? 0
      if (ran === 0) return []
      const isCalled = called.has(index)
      const isImported = named.imported.has(object.id)
      const isUsed = named.used.has(object.id)
      const isConstructed =
        object.kind === 'class' &&
        (isCalled || isImported || isUsed || (members.get(index) ?? []).some((member) => called.has(member)))
      const evidence: Evidence[] = [
        ...(isCalled ? (['called-from-test'] as const) : []),
        ...(isImported ? (['imported-by-name'] as const) : []),
        ...(isUsed ? (['used-by-name'] as const) : []),
        ...(isConstructed ? (['constructed'] as const) : []),
      ]
      return [{ id: object.id, kind: object.kind, evidence, points: ran }]
    }),
  }
}

/** What each stable pass runs. */
function stablePasses(file: TestFileObservation): Set<number>[] {
  return file.points
    .filter(
      (point) =>
        point.stable && point.outcomes.length > 0 && point.outcomes.every((outcome) => outcome === 'passed'),
    )
    .map((point) => new Set(point.executed))
}

/** Indexes of the methods that stand directly in each class. */
function membersOfClasses(objects: Observation['objects']): ReadonlyMap<number, readonly number[]> {
  const classes = objects.flatMap((object, index) => (object.kind === 'class' ? [{ object, index }] : []))
  return new Map(
    classes.map(({ object, index }) => [
      index,
      objects.flatMap((member, at) => {
        const inside =
          member.path === object.path && member.line > object.line && member.end_line <= object.end_line
        return inside && member.qualname === `${object.qualname}.${member.qualname.split('.').at(-1)}`
          ? [at]
          : []
      }),
    ]),
  )
}
