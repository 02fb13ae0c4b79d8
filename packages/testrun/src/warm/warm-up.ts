import type { WarmUp } from '../model.ts'

/** Attempts at finding out what can be imported before a fork; each one that fails costs the start of a process. */
const mostRefusals = 8
/** Processes that had to end early, after which one for each file is as cheap. */
const mostSpoiled = 3

/** What warm processes of one suite do before they fork; they learn from each other what not to. */
export interface SharedWarmUp {
  /** Null where forks are of no use. */
  current(): WarmUp | null
  /** A process that had imported the module was not fit to be forked; null: it would be fit with no module. */
  refuse(module: string | null): void
  /** A process had to end early: its test file left behind what can't be taken away, or ended it. */
  spoiled(): void
}

/** @param all what the suite imports anyway */
export function sharedWarmUp(all: WarmUp): SharedWarmUp {
  let left: WarmUp | null = all
  let [refusals, spoilt] = [0, 0]

  function without(module: string | null): WarmUp | null {
    if (left === null || module === null) return null
    const modules = left.modules.filter((name) => packageOf(name) !== packageOf(module))
    // Where it was no module of the list it was pytest itself.
    return modules.length < left.modules.length ? { ...left, modules } : null
  }
  return {
    current: () => left,
    refuse: (module) => {
      refusals += 1
      left = refusals <= mostRefusals ? without(module) : null
    },
    spoiled: () => {
      spoilt += 1
      if (spoilt >= mostSpoiled) left = null
    },
  }
}

function packageOf(module: string): string {
  return module.split('.', 1)[0] ?? module
}
