import type { WarmUp } from '../model.ts'

/** Attempts at finding out what can be imported before a fork; each one that fails costs the start of a process. */
const mostRefusals = 8
/** Test files that may end their warm process early before it matters what share of all they are. */
const fewSpoilers = 3

/** What warm processes of one suite do before they fork; they learn from each other what not to. */
export interface SharedWarmUp {
  /** Null where forks are of no use. */
  current(): WarmUp | null
  /** A process that had imported the module was not fit to be forked; null: it would be fit with no module. */
  refuse(module: string | null, why: string): void
  /** A fork came to its end. */
  served(path: string): void
  /** A process had to end early: the test file left behind what can't be taken away, or ended it. */
  spoiledBy(path: string, why: string): void
  /** The files in the order to serve them in: known spoilers last, when they do least harm. */
  inOrder(paths: Iterable<string>): string[]
  /** What kept files from being forks, for people, each thing once. */
  notes(): string[]
}

/** @param imported what the suite imports anyway */
export function sharedWarmUp(imported: WarmUp): SharedWarmUp {
  let left: WarmUp | null = imported
  let refusals = 0
  const [served, spoilers] = [new Set<string>(), new Map<string, string>()]
  const refused = new Set<string>()

  function without(module: string | null): WarmUp | null {
    if (left === null || module === null) return null
    const modules = left.modules.filter((name) => packageOf(name) !== packageOf(module))
    // Where it was no module of the list it was pytest itself.
    return modules.length < left.modules.length ? { ...left, modules } : null
  }
  return {
    current: () => left,
    refuse: (module, why) => {
      refusals += 1
      refused.add(
        module === null ? `no forks: ${why}` : `${packageOf(module)} is not imported before a fork: ${why}`,
      )
      left = refusals <= mostRefusals ? without(module) : null
    },
    served: (path) => void served.add(path),
    spoiledBy: (path, why) => {
      spoilers.set(path, why)
      // With more of them than not, a process for each file is as cheap.
      if (spoilers.size > fewSpoilers && spoilers.size * 2 > served.size) left = null
    },
    inOrder: (paths) => {
      const all = [...paths]
      return [...all.filter((path) => !spoilers.has(path)), ...all.filter((path) => spoilers.has(path))]
    },
    notes: () => [
      ...refused,
      ...[...spoilers].map(([path, why]) => `no fork comes after ${path}: ${why}`),
      ...(left === null ? ['every other test file had a process from the start'] : []),
    ],
  }
}

function packageOf(module: string): string {
  return module.split('.', 1)[0] ?? module
}
