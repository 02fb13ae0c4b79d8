import type { LockedDistribution } from '@quarry/core'

/** How what is installed differs from a lock, in words; null when it does not. */
export function lockTrouble(
  lock: readonly LockedDistribution[],
  installed: readonly LockedDistribution[],
): string | null {
  const present = new Map(installed.map(({ name, version }) => [name, version]))
  const locked = new Set(lock.map(({ name }) => name))
  const missing = lock.filter(({ name, version }) => present.get(name) !== version)
  const beyond = installed.filter(({ name }) => !locked.has(name))
  const parts = [
    ...(missing.length === 0 ? [] : [`not as locked: ${namesOf(missing)}`]),
    ...(beyond.length === 0 ? [] : [`installed beyond the lock: ${namesOf(beyond)}`]),
  ]
  return parts.length === 0 ? null : parts.join('; ')
}

function namesOf(distributions: readonly LockedDistribution[]): string {
  return distributions.map(({ name, version }) => `${name} ${version}`).join(', ')
}
