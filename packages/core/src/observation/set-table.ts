import { packNumbers } from './packed-numbers.ts'

/** Numbers for sets, equal ones for equal sets. */
export interface SetTable {
  numberOf(ascending: readonly number[]): number
  /** The sets by their numbers, as text. */
  readonly sets: readonly string[]
}

export function setTable(): SetTable {
  const numbers = new Map<string, number>()
  const sets: string[] = []
  // The same array comes many times: a fixture's, a parametrised test's.
  const known = new WeakMap<readonly number[], number>()

  function numberOf(ascending: readonly number[]): number {
    const text = packNumbers(ascending)
    const number = numbers.get(text) ?? sets.push(text) - 1
    numbers.set(text, number)
    known.set(ascending, number)
    return number
  }
  return { sets, numberOf: (ascending) => known.get(ascending) ?? numberOf(ascending) }
}
