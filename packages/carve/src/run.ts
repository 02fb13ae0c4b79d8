import { createHash } from 'node:crypto'
import {
  BugError,
  type CarvedTree,
  Environment,
  FeatureCut,
  Observation,
  pathOfObject,
  produced,
  rejected,
  Snapshot,
  type StageContext,
  type StageResult,
  type TreeHash,
} from '@quarry/core'
import { codeLineNumbers } from '@quarry/syntax'
import { openTestbed } from '@quarry/testrun'
import { type CarvedFile, carveFiles, type CarveOutcome } from './carve-files.ts'
import type { CarveSettings } from './carve.ts'
import { type CarvedPair, type Doubt, judge } from './judge.ts'
import { layoutOf } from './layout.ts'
import { addedLines } from './patch-lines.ts'
import { sourcesOf } from './source-of-tree.ts'
import type { Sources } from './sources.ts'
import { carvedTree, keepStates, makeStates } from './states.ts'

/** Takes the cut out of the snapshot's tree, and proves that it can be put back. */
export async function runCarve(
  cut: FeatureCut,
  context: StageContext<CarveSettings>,
): Promise<StageResult<CarvedTree>> {
  const { store, trees } = context
  const snapshot = await store.ancestor(cut.refs, 'source', Snapshot)
  const environment = await store.ancestor(cut.refs, 'environment', Environment)
  const { test_code: testCode } = await store.ancestor(cut.refs, 'observe', Observation)
  const sources = await sourcesOf(trees, snapshot.tree, environment.import_roots, testCode)
  context.signal.throwIfAborted()

  const outcome = carveFiles(sources, cut.extracted, cut.leftovers)
  if (outcome.kind === 'not-editable') return notEditable(cut, outcome.object, outcome.reason)
  const doubts = await judgeFiles(snapshot.tree, sources, outcome, cut.leftovers, environment, context)
  if (doubts.length > 0) return inDoubt(cut, doubts)

  const carved = await carvedTree(trees, snapshot.tree, outcome.files)
  const states = await makeStates(trees, snapshot.tree, carved, cut)
  await keepStates(trees, `${snapshot.repository}/${candidateHash(cut)}`, states)
  const lines = countLines(states.gold, outcome.files, sources)
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

async function judgeFiles(
  original: TreeHash,
  { modules }: Sources,
  { files, modes }: CarveOutcome & { kind: 'carved' },
  leftovers: FeatureCut['leftovers'],
  environment: Environment,
  { sandboxes, signal, trees }: StageContext<unknown>,
): Promise<readonly Doubt[]> {
  const pairs: CarvedPair[] = []
  for (const { path, bytes } of files) {
    const [module, before] = [modules.get(path), await trees.readFile(original, path)]
    if (module !== undefined && before !== null)
      pairs.push({ module, original: before, carved: bytes, modes, leftovers })
  }
  // Both texts go in by its standard input: it needs no tree.
  const nothing = await trees.writeTree([])
  const bare = { ...environment, overlay: null, site: null }
  const testbed = await openTestbed(sandboxes.current, bare, nothing, {}, signal)
  try {
    return await judge(testbed, pairs, signal)
  } finally {
    await testbed.close()
  }
}

function countLines(
  gold: Uint8Array,
  files: readonly CarvedFile[],
  { modules }: Sources,
): CarvedTree['lines'] {
  const added = addedLines(gold)
  if (added.length !== files.length) {
    throw new BugError(`gold.patch touches ${added.length} files, ${files.length} were carved`, {
      code: 'patch-count-differs',
    })
  }
  const code = files.map(({ path }, index) => {
    const source = modules.get(path)?.source
    const codeLines =
      source === undefined ? new Set<number>() : codeLineNumbers(source, layoutOf(source).root)
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

function inDoubt(cut: FeatureCut, doubts: readonly Doubt[]): StageResult<CarvedTree> {
  const [first] = doubts
  const paths = new Set(doubts.map(({ path }) => path))
  const objects = cut.extracted.map(({ id }) => id).filter((id) => paths.has(pathOfObject(id)))
  return rejected({
    stage: 'carve',
    code: 'carve-in-doubt',
    message: `Python does not find ${doubts.length} carved files to be what is left of the original; the first is ${first?.path}: ${first?.message}`,
    evidence: {
      candidate: cut.candidate,
      files: doubts.map(({ path, message }) => ({ path, message })),
      objects,
    },
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
