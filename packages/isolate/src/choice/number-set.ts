/** A set of numbers below a fixed size, one bit each. */
export type NumberSet = Uint32Array

export function numberSet(size: number, numbers: Iterable<number> = []): NumberSet {
  const set = new Uint32Array(Math.ceil(size / 32))
  for (const number of numbers) include(set, number)
  return set
}

export function include(set: NumberSet, number: number): void {
  const word = number >>> 5
  set[word] = (set[word] ?? 0) | (1 << (number & 31))
}

export function includes(set: NumberSet, number: number): boolean {
  return (((set[number >>> 5] ?? 0) >>> (number & 31)) & 1) === 1
}

/** Adds all of the other set. */
export function includeAll(set: NumberSet, other: NumberSet): void {
  for (let word = 0; word < set.length; word += 1) set[word] = (set[word] ?? 0) | (other[word] ?? 0)
}

export function meet(one: NumberSet, other: NumberSet): boolean {
  for (let word = 0; word < one.length; word += 1)
    if (((one[word] ?? 0) & (other[word] ?? 0)) !== 0) return true
  return false
}
