/** Attempts at finding out what can be imported before a fork; each one that fails costs the start of a process. */
const mostRefusals = 8
/** Processes that had to end early, after which one for each file is as cheap. */
const mostSpoiled = 3

/** What warm processes of one suite import before they fork; they learn from each other what not to. */
export interface WarmModules {
  /** In the order of importing; null where forks are of no use. */
  current(): readonly string[] | null
  /** A process that had imported the module was not fit to be forked; null: it would be fit with no module. */
  refuse(module: string | null): void
  /** A process had to end early: its test file left behind what can't be taken away, or ended it. */
  spoiled(): void
}

/** @param names modules from outside the repository that the suite imports anyway */
export function warmModules(names: readonly string[]): WarmModules {
  let left: readonly string[] | null = names
  let [refusals, spoilt] = [0, 0]
  return {
    current: () => left,
    refuse: (module) => {
      refusals += 1
      const without: readonly string[] | null =
        left && module !== null ? left.filter((name) => packageOf(name) !== packageOf(module)) : null
      // It was no module of the list: pytest itself, or the system.
      const isOurs = left?.some((name) => packageOf(name) === packageOf(module ?? '')) ?? false
      left = isOurs && refusals <= mostRefusals ? without : null
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
