import type { Rejection } from '@quarry/core'
import type { P2pChoice } from './choose-p2p.ts'
import type { Cut } from './cut.ts'
import type { IsolateSettings } from './settings.ts'
import type { Suite } from './suite.ts'

/** How many names a rejection's evidence holds at most. */
const shown = 20

/** Why no regression files could be found; null when there are some. */
export function rejectP2p(choice: P2pChoice, suite: Suite, settings: IsolateSettings): Rejection | null {
  if (suite.otherFiles.length === 0) {
    const { loadingF2p } = suite
    const message =
      loadingF2p.length === 0
        ? 'no other test file of the repository has a stable pass'
        : `all ${loadingF2p.length} other test files with a stable pass import the F2P file`
    return rejection('no-p2p-files', message, {
      wanted: settings.p2pFiles,
      importing_f2p: loadingF2p.slice(0, shown),
    })
  }
  if (choice.kept.length > 0) return null
  const wanted = Math.min(settings.p2pFiles, suite.otherFiles.length)
  const message = `no top-level object can be told apart from the rest: ${wanted} other test files must not touch any, and every choice leaves fewer`
  return rejection('no-separable-top-level', message, {
    wanted,
    other_test_files: suite.otherFiles.length,
    top_level: choice.dropped.length,
    excluded_files: Object.fromEntries(
      choice.dropped
        .toReversed()
        .slice(0, shown)
        .map(({ top, excludedFiles }) => [top.id, excludedFiles]),
    ),
  })
}

/** Why a cut is too small to be a task; null when it is not. */
export function rejectCut(cut: Cut, settings: IsolateSettings): Rejection | null {
  const { minCarvedLines, minF2pPoints } = settings
  const figures = {
    lines: cut.lines,
    predicted_f2p: cut.predicted_f2p.length,
    predicted_guard: cut.predicted_guard.length,
    extracted: cut.extracted.length,
    top_level: cut.top_level.slice(0, shown),
    dropped_top_level: cut.dropped_top_level.length,
    p2p_files: cut.p2p_files.map((file) => file.path),
    remained: Object.fromEntries(cut.remained.slice(0, shown).map(({ id, because }) => [id, because])),
  }
  if (cut.extracted.length === 0) {
    const message = `nothing can be taken out: all ${cut.remained.length} reached objects are needed elsewhere`
    return rejection('nothing-extracted', message, figures)
  }
  if (cut.lines < minCarvedLines) {
    const message = `only ${cut.lines} lines can be taken out, ${minCarvedLines} needed`
    return rejection('too-few-carved-lines', message, figures)
  }
  if (cut.predicted_f2p.length < minF2pPoints) {
    const message = `only ${cut.predicted_f2p.length} test points run what is taken out, ${minF2pPoints} needed`
    return rejection('too-few-f2p-points', message, figures)
  }
  return null
}

function rejection(code: string, message: string, evidence: Rejection['evidence']): Rejection {
  return { stage: 'isolate', code, message, evidence }
}
