/** `1 candidate`, `2 candidates`. */
export function count(number: number, noun: string, plural = `${noun}s`): string {
  return `${number} ${number === 1 ? noun : plural}`
}

/** A length of time as a person says it: `0.4 s`, `12 s`, `2 min 5 s`, `1 h 3 min`. */
export function duration(milliseconds: number): string {
  const seconds = milliseconds / 1000
  if (seconds < 9.95) return `${seconds.toFixed(1)} s`
  const whole = Math.round(seconds)
  if (whole < 60) return `${whole} s`
  if (whole < 3600) return `${Math.floor(whole / 60)} min ${whole % 60} s`
  return `${Math.floor(whole / 3600)} h ${Math.floor((whole % 3600) / 60)} min`
}

/** `62.5 %`; whole numbers without a fraction, and nothing short of all is ever shown as 100 %. */
export function percent(share: number): string {
  const text = (Math.floor(share * 1000) / 10).toFixed(1)
  return `${text.endsWith('.0') ? text.slice(0, -2) : text} %`
}

/** Lines up the columns with two spaces between; the last one is not padded. */
export function columns(rows: readonly (readonly string[])[]): string[] {
  const widths: number[] = []
  for (const row of rows)
    for (const [index, cell] of row.entries()) widths[index] = Math.max(widths[index] ?? 0, cell.length)
  return rows.map((row) =>
    row
      .map((cell, index) => (index === row.length - 1 ? cell : cell.padEnd(widths[index] ?? 0)))
      .join('  ')
      .trimEnd(),
  )
}

export function indent(lines: readonly string[], spaces = 2): string[] {
  return lines.map((line) => (line === '' ? '' : ' '.repeat(spaces) + line))
}
