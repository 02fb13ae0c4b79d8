import { createHash } from 'node:crypto'
import {
  BugError,
  type CarvedTree,
  Environment,
  FeatureCut,
  Observation,
  produced,
  rejected,
  Snapshot,
  type StageContext,
  type StageResult,
} from '@quarry/core'
import { codeLineNumbers, parseTree } from '@quarry/syntax'
import { compileSources, openTestbed } from '@quarry/testrun'
import { type CarvedFile, carveFiles } from './carve-files.ts'
import { addedLines } from './patch-lines.ts'
import type { CarveSettings } from './carve.ts'
import { carvedTree, keepStates, makeStates } from './states.ts'

/** Takes the cut out of the snapshot's tree, and proves that it can be put back. */
export async function runCarve(
  cut: FeatureCut,
  context: StageContext<CarveSettings>,
): Promise<StageResult<CarvedTree>> {
  const { store, trees } = context
  const snapshot = await store.ancestor(cut.refs, 'source', Snapshot)
  const environment = await store.ancestor(cut.refs, 'environment', Environment)
  const observation = await store.ancestor(cut.refs, 'observe', Observation)
  const testCode = new Set(observation.test_code)
  const modules = await parseTree(trees, snapshot.tree, (path) => !testCode.has(path))
  context.signal.throwIfAborted()

  const outcome = carveFiles({ modules, objects: cut.extracted, importRoots: environment.import_roots })
  if (outcome.kind === 'not-editable') return notEditable(cut, outcome.object, outcome.reason)
  const carved = await carvedTree(trees, snapshot.tree, outcome.files)
  const refused = await compile(carved, outcome.files, environment, context)
  if (refused.length > 0) return notCompiling(cut, refused)

  const states = await makeStates(trees, snapshot.tree, carved, cut)
  await keepStates(trees, `${snapshot.repository}/${candidateHash(cut)}`, states)
  const original = new Map(
    [...modules].flatMap(([path, result]) =>
      result.kind === 'parsed' ? [[path, result.module.source.text] as const] : [],
    ),
  )
  const lines = countLines(states.gold, outcome.files, original)
  if (lines.carved > context.settings.maxCarvedLines)
    return tooManyLines(cut, lines.carved, context.settings.maxCarvedLines)
  return produced<CarvedTree>({
    candidate: cut.candidate,
    trees: states.trees,
    patches: states.patches,
    files: outcome.files.map(({ path, spans }) => ({ path, spans })),
    objects: cut.extracted.map(({ id, mode }) => ({ id, mode })),
    lines,
    compiled: { python: environment.python.version, files: outcome.files.length },
    measured: {},
  })
}

async function compile(
  tree: string,
  files: readonly CarvedFile[],
  environment: Environment,
  { sandboxes, signal }: StageContext<unknown>,
): Promise<Awaited<ReturnType<typeof compileSources>>> {
  const testbed = await openTestbed(sandboxes.current, environment, tree, {}, signal)
  try {
    return await compileSources(testbed, new Map(files.map(({ path, bytes }) => [path, bytes])), signal)
  } finally {
    await testbed.close()
  }
}

function countLines(
  gold: Uint8Array,
  files: readonly CarvedFile[],
  original: ReadonlyMap<string, string>,
): CarvedTree['lines'] {
  const added = addedLines(gold)
  if (added.length !== files.length) {
    throw new BugError(`gold.patch touches ${added.length} files, ${files.length} were carved`, {
      code: 'patch-count-differs',
    })
  }
  const code = files.map(({ path }, index) => {
    const codeLines = codeLineNumbers(original.get(path) ?? '')
    return (added[index] ?? []).filter((line) => codeLines.has(line)).length
  })
  return { carved: added.flat().length, code: code.reduce((sum, count) => sum + count, 0) }
}

function candidateHash(cut: FeatureCut): string {
  return createHash('sha256').update(cut.candidate).digest('hex').slice(0, 16)
}

function notEditable(cut: FeatureCut, object: string, reason: string): StageResult<CarvedTree> {
  return rejected({
    stage: 'carve',
    code: 'file-not-editable',
    message: `${object} cannot be taken out: ${reason}`,
    evidence: { candidate: cut.candidate, object, reason },
  })
}

function notCompiling(
  cut: FeatureCut,
  refused: readonly { readonly path: string; readonly message: string }[],
): StageResult<CarvedTree> {
  const [first] = refused
  return rejected({
    stage: 'carve',
    code: 'carved-file-does-not-compile',
    message: `${refused.length} carved files do not compile; the first is ${first?.path}: ${first?.message}`,
    evidence: { candidate: cut.candidate, files: refused.map(({ path, message }) => ({ path, message })) },
  })
}

function tooManyLines(cut: FeatureCut, carved: number, allowed: number): StageResult<CarvedTree> {
  return rejected({
    stage: 'carve',
    code: 'too-many-carved-lines',
    message: `${carved} carved lines, ${allowed} allowed`,
    evidence: { candidate: cut.candidate, carved, allowed, estimated: cut.lines },
  })
}
