import type { Rejection } from '@quarry/core'
import type { Reachable } from './choice/reachable.ts'
import type { Cut } from './cut.ts'
import type { IsolateSettings } from './settings.ts'
import type { Suite } from './suite.ts'

/** How many names a rejection's evidence holds at most. */
const shown = 20

/** Why there is no regression file at all; null when there is one. */
export function rejectSuite({ otherFiles, loadingF2p }: Suite, settings: IsolateSettings): Rejection | null {
  if (otherFiles.length > 0) return null
  const message =
    loadingF2p.length === 0
      ? 'no other test file of the repository has a stable pass'
      : `all ${loadingF2p.length} other test files with a stable pass import the F2P file`
  return rejection('no-p2p-files', message, {
    wanted: settings.p2pFiles,
    importing_f2p: loadingF2p.slice(0, shown),
  })
}

/**
 * Why a cut is too small to be a task; null when it is not. The evidence says what would be reached if no P2P file
 * needed anything.
 */
export function rejectCut(
  cut: Cut,
  reachable: Reachable,
  suite: Suite,
  settings: IsolateSettings,
): Rejection | null {
  const { minCarvedLines, minF2pPoints } = settings
  // What goes beside the reached objects is not among what they reach.
  const lines = Math.max(reachable.lines, cut.lines)
  const points = Math.max(reachable.f2pPoints, cut.predicted_f2p.length)
  const figures = { ...figuresOf(cut), reachable_lines: lines, reachable_f2p: points }
  if (cut.top_level.length === 0 && reachable.lines > 0) {
    const wanted = Math.min(settings.p2pFiles, suite.otherFiles.length)
    const message = `no top-level object can be told apart from the rest: ${wanted} other test files must not touch any, and every choice leaves fewer`
    return rejection('no-separable-top-level', message, {
      ...figures,
      wanted,
      other_test_files: suite.otherFiles.length,
    })
  }
  if (cut.extracted.length === 0) {
    const message = `nothing can be taken out: all that the ${cut.dropped_top_level.length + cut.top_level.length} top-level objects lead to is needed elsewhere, or is larger than the line budget`
    return rejection('nothing-extracted', message, figures)
  }
  if (cut.lines < minCarvedLines) {
    const message = `only ${cut.lines} lines can be taken out, ${minCarvedLines} needed; ${lines} at most, whatever the P2P files`
    return rejection('too-few-carved-lines', message, figures)
  }
  if (cut.predicted_f2p.length < minF2pPoints) {
    const message = `only ${cut.predicted_f2p.length} test points run what is taken out, ${minF2pPoints} needed; ${points} at most, whatever the P2P files`
    return rejection('too-few-f2p-points', message, figures)
  }
  return null
}

/** Why a candidate of several test files is none: one of them alone is the same task. */
export function rejectTwin(cut: Cut, path: string, alone: Cut, shared: number): Rejection {
  const percent = Math.floor(100 * shared)
  const message = `${path} alone is the same task: it takes out ${alone.lines} lines, all files together ${cut.lines}, and ${percent} % of these are the same`
  return rejection('same-as-one-file', message, {
    ...figuresOf(cut),
    file: path,
    lines_alone: alone.lines,
    predicted_f2p_alone: alone.predicted_f2p.length,
  })
}

function figuresOf(cut: Cut) {
  return {
    lines: cut.lines,
    predicted_f2p: cut.predicted_f2p.length,
    predicted_guard: cut.predicted_guard.length,
    extracted: cut.extracted.length,
    top_level: cut.top_level.slice(0, shown),
    dropped_top_level: cut.dropped_top_level.length,
    excluded_files: Object.fromEntries(
      cut.dropped_top_level.slice(0, shown).map(({ id, excluded_files: files }) => [id, files]),
    ),
    p2p_files: cut.p2p_files.map((file) => file.path),
    remained: Object.fromEntries(cut.remained.slice(0, shown).map(({ id, because }) => [id, because])),
  }
}

function rejection(code: string, message: string, evidence: Rejection['evidence']): Rejection {
  return { stage: 'isolate', code, message, evidence }
}
