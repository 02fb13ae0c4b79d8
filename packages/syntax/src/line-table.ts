/** Turns offsets into line numbers, which start at 1. Lines end with `\n` and nothing else, as the interpreter counts them. */
export interface LineTable {
  readonly count: number
  lineAt(offset: number): number
  /** Offset of the first character of a line. */
  startOf(line: number): number
  /** Offset just behind a line's end, line break included. */
  endOf(line: number): number
}

export function lineTable(text: string): LineTable {
  const starts = [0]
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) starts.push(at + 1)
  return {
    count: starts.length,
    lineAt: (offset) => {
      let [low, high] = [0, starts.length]
      while (high - low > 1) {
        const middle = (low + high) >> 1
        if ((starts[middle] ?? 0) <= offset) low = middle
        else high = middle
      }
      return low + 1
    },
    startOf: (line) => starts[line - 1] ?? text.length,
    endOf: (line) => starts[line] ?? text.length,
  }
}
