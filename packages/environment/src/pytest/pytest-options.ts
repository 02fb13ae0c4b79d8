import type { Environment, LockedDistribution } from '@quarry/core'
import type { PytestConfiguration } from './configuration.ts'
import { filterOptions } from './filter-options.ts'
import { shellJoin } from './shell-words.ts'

/** Plugins that act without being asked for: switched off where they are installed. */
const switches: ReadonlyMap<string, string> = new Map([
  ['pytest-xdist', 'xdist'],
  ['pytest-cov', 'pytest_cov'],
  ['pytest-randomly', 'randomly'],
  ['pytest-random-order', 'random_order'],
  ['pytest-rerunfailures', 'rerunfailures'],
])

/** What stays of the repository's pytest options, and the arguments that see to it in every run. */
export function pytestOptions(
  configuration: PytestConfiguration,
  lock: readonly LockedDistribution[],
): Environment['pytest'] {
  const { kept, dropped } = filterOptions(configuration.addopts)
  const off = lock.flatMap(({ name }) => switches.get(name) ?? [])
  return {
    kept: [...kept],
    dropped: [...dropped],
    arguments: [
      // Named outright, because pytest would look for it from the test file upwards.
      ...(configuration.file === null ? [] : ['-c', configuration.file]),
      ...(dropped.length === 0 ? [] : ['-o', `addopts=${shellJoin(kept)}`]),
      ...off.flatMap((plugin) => ['-p', `no:${plugin}`]),
    ],
  }
}
