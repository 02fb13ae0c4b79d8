const units = ['B', 'kB', 'MB', 'GB', 'TB'] as const

/** An amount of bytes as a person reads it, in powers of 1000: `812 B`, `4.0 MB`, `289 MB`, `1.3 TB`. */
export function bytesInWords(bytes: number): string {
  let amount = bytes
  let unit = 0
  // What would be rounded to 1000 is one of the next unit.
  while (amount >= 999.5 && unit < units.length - 1) {
    amount /= 1000
    unit += 1
  }
  const digits = unit > 0 && amount < 9.95 ? 1 : 0
  return `${amount.toFixed(digits)} ${units[unit] ?? ''}`
}
