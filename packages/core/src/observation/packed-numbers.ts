import { BugError } from '../errors/errors.ts'

/**
 * Ascending numbers as text: the distance of each from the one before in base 128, least part first, the highest bit
 * marking that more follows (LEB128); all of it in base64.
 */
export function packNumbers(ascending: readonly number[]): string {
  const bytes: number[] = []
  let before = 0
  for (const number of ascending) {
    let distance = number - before
    if (!(distance >= 0))
      throw new BugError(`${number} stands behind ${before}`, { code: 'numbers-not-ascending' })
    before = number
    while (distance >= 0x80) {
      bytes.push((distance % 0x80) | 0x80)
      distance = Math.floor(distance / 0x80)
    }
    bytes.push(distance)
  }
  return Buffer.from(bytes).toString('base64')
}

/** What `packNumbers` made the text of. */
export function unpackNumbers(text: string): number[] {
  const numbers: number[] = []
  let [number, distance, scale] = [0, 0, 1]
  for (const byte of Buffer.from(text, 'base64')) {
    distance += (byte % 0x80) * scale
    scale *= 0x80
    if (byte >= 0x80) continue
    number += distance
    numbers.push(number)
    ;[distance, scale] = [0, 1]
  }
  return numbers
}
