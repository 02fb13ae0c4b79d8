/** The middle value, of an even number of values the mean of the two in the middle; NaN for none. */
export function median(values: readonly number[]): number {
  const sorted = values.toSorted((one, other) => one - other)
  const [low, high] = [sorted[Math.ceil(sorted.length / 2) - 1], sorted[Math.floor(sorted.length / 2)]]
  return low === undefined || high === undefined ? Number.NaN : (low + high) / 2
}

/** NaN for none. */
export function mean(values: readonly number[]): number {
  return sum(values) / values.length
}

export function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0)
}

/** How often each value stands in the list, most frequent first. */
export function tally(values: readonly string[]): [string, number][] {
  const groups = [...Map.groupBy(values, (value) => value)]
  return groups
    .map(([value, group]): [string, number] => [value, group.length])
    .toSorted(([a, many], [b, more]) => more - many || (a < b ? -1 : 1))
}
