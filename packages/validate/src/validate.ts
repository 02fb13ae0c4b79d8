import {
  BugError,
  CarvedTree,
  Environment,
  FeatureCut,
  Observation,
  type Outcome,
  pathOfObject,
  produced,
  rejected,
  type Stage,
  type StageContext,
  type StageResult,
  ValidationReport,
} from '@quarry/core'
import { blameObjects } from './blame.ts'
import { type Classification, classifyPoints } from './classify-points.ts'
import { type LeakScan, scanForLeaks } from './leak-scan.ts'
import { confirmingRun } from './confirming-run.ts'
import { leakedFile } from './leaked-file.ts'
import { distinctiveLines, type RemovedLines } from './removed-lines.ts'
import { type CarvedRuns, runCarved } from './run-carved.ts'
import type { ValidateSettings } from './settings.ts'

/**
 * Proves a cut in both directions: carved, the feature's tests fail and the regression tests pass; restored, all pass.
 * The original's outcomes are the observation's own untraced runs; the restored tree has the original's hash, so one
 * more run confirms them.
 */
export const validate = {
  name: 'validate',
  version: 4,
  input: CarvedTree,
  output: ValidationReport,
  cacheKey: (input, settings) => [input.content_hash, settings],
  run: async (input, context) => {
    const { store } = context
    const cut = await store.ancestor(input.refs, 'isolate', FeatureCut)
    const observation = await store.ancestor(input.refs, 'observe', Observation)
    const environment = await store.ancestor(input.refs, 'environment', Environment)
    await checkRestores(input, context)

    const { carved, restored } = await runBothStates(input, cut, environment, context)
    const points = classifyPoints(cut, observation, carved.runs, [restored])
    const refusal = refuse(input, cut, points, carved.logs, context.settings)
    if (refusal !== null) return refusal

    const removed = distinctiveLines(await context.trees.readBlob(input.patches.gold))
    const lines = [...new Set(removed.flatMap((file) => file.lines))].toSorted()
    const leaks = await scanForLeaks(
      context.sandboxes.current,
      environment,
      input.trees.start,
      lines,
      context.signal,
    )
    return (
      refuseLeaks(input, removed, leaks) ?? produced<ValidationReport>(report(input.candidate, points, leaks))
    )
  },
} satisfies Stage<CarvedTree, ValidationReport, ValidateSettings>

/** The gold patch is the proof that nothing is lost: it must give the very tree that was carved. */
async function checkRestores(input: CarvedTree, context: StageContext<ValidateSettings>): Promise<void> {
  const gold = await context.trees.readBlob(input.patches.gold)
  const applied = await context.trees.apply(input.trees.carved, gold)
  if (applied.kind === 'applied' && applied.tree === input.trees.original) return
  throw new BugError(`the gold patch of ${input.candidate} does not restore the original tree`, {
    code: 'gold-does-not-restore',
  })
}

async function runBothStates(
  input: CarvedTree,
  cut: FeatureCut,
  environment: Environment,
  context: StageContext<ValidateSettings>,
): Promise<{ carved: CarvedRuns; restored: ReadonlyMap<string, Outcome> }> {
  const { settings, signal, subject, events } = context
  const files = [...cut.f2p_files, ...cut.p2p_files.map((file) => file.path)]
  const total = files.length * (settings.carvedRuns + 1)
  let done = 0
  const onFileDone = () => {
    done += 1
    events.emit({ type: 'stage-progress', stage: 'validate', subject, what: 'test files', done, total })
  }
  const sandbox = context.sandboxes.current
  const { trees } = input
  const confirm = async (file: string) => {
    const outcomes = await confirmingRun(sandbox, environment, trees.original, file, settings, signal)
    onFileDone()
    return [...outcomes]
  }
  const [carved, restored] = await Promise.all([
    runCarved(sandbox, environment, trees.carved, files, settings, signal, onFileDone),
    Promise.all(files.map(confirm)),
  ])
  return { carved, restored: new Map(restored.flat()) }
}

function refuse(
  input: CarvedTree,
  cut: FeatureCut,
  points: Classification,
  logs: ReadonlyMap<string, string>,
  settings: ValidateSettings,
): StageResult<ValidationReport> | null {
  if (points.brokenP2p.length > 0) {
    const files = new Set(points.brokenP2p.map((id) => id.split('::')[0] ?? ''))
    const log = [...files].map((file) => logs.get(file) ?? '').join('\n')
    return rejected({
      stage: 'validate',
      code: 'p2p-broken',
      message: `${points.brokenP2p.length} regression tests do not pass when the feature is carved, first ${points.brokenP2p[0]}`,
      evidence: {
        tests: [...points.brokenP2p],
        objects: blameObjects(cut, log),
        log: log.slice(-4000),
      },
    })
  }
  const files = cut.p2p_files.map((file) => file.path)
  const emptied = files.filter((file) => !points.passToPass.some((id) => id.startsWith(`${file}::`)))
  if (emptied.length > 0)
    return rejected({
      stage: 'validate',
      code: 'p2p-file-unstable',
      message: `no test of ${emptied.join(', ')} passed in every run on the original tree`,
      evidence: { files: emptied, unstable: [...points.unstable] },
    })
  if (points.failToPass.length < settings.minF2pPoints)
    return rejected({
      stage: 'validate',
      code: 'too-few-f2p-points',
      message: `only ${points.failToPass.length} F2P points, ${settings.minF2pPoints} needed`,
      evidence: {
        predicted: cut.predicted_f2p.length,
        unexpected_passes: [...points.unexpectedPasses],
        unstable: [...points.unstable],
      },
    })
  if (input.lines.carved < settings.minCarvedLines)
    return rejected({
      stage: 'validate',
      code: 'too-few-carved-lines',
      message: `only ${input.lines.carved} carved lines, ${settings.minCarvedLines} needed`,
      evidence: { carved: input.lines.carved, code: input.lines.code },
    })
  return null
}

function refuseLeaks(
  { objects }: CarvedTree,
  removed: readonly RemovedLines[],
  leaks: LeakScan,
): StageResult<ValidationReport> | null {
  const leaked = leakedFile(removed, leaks.copies)
  if (leaked !== null)
    return rejected({
      stage: 'validate',
      code: 'answer-leaked',
      message: `${leaked.path} holds ${leaked.lines.length} of the ${leaked.removed} distinctive lines removed${leaked.of === null ? '' : ` from ${leaked.of}`}`,
      evidence: {
        path: leaked.path,
        of: leaked.of,
        lines: leaked.lines.slice(0, 20),
        objects: objects.map(({ id }) => id).filter((id) => pathOfObject(id) === leaked.of),
      },
    })
  const ours = leaks.bytecode.filter((path) => !path.startsWith('environment:'))
  if (ours.length === 0) return null
  return rejected({
    stage: 'validate',
    code: 'bytecode-in-start-tree',
    message: `${ours.length} compiled files would reach the agent, first ${ours[0]}`,
    evidence: { files: ours.slice(0, 20) },
  })
}

function report(candidate: string, points: Classification, leaks: LeakScan) {
  return {
    candidate,
    fail_to_pass: [...points.failToPass],
    guard: [...points.guard],
    pass_to_pass: [...points.passToPass],
    unexpected_passes: [...points.unexpectedPasses],
    unexpected_failures: [...points.unexpectedFailures],
    unstable: [...points.unstable],
    points: points.points.map((point) => ({ ...point })),
    leak_scan: { lines: leaks.lines, files: leaks.files, copies: leaks.copies.map((copy) => ({ ...copy })) },
    measured: {},
  }
}
