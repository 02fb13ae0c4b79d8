/** Lines of a file, from 1, inclusive. */
interface LineRange {
  readonly path: string
  readonly line: number
  readonly end_line: number
}

/** Counts lines of definitions, those of nested ones once. */
export interface LineTally {
  readonly count: number
  /** Lines of the range that are not counted yet. */
  missing(range: LineRange): number
  add(range: LineRange): void
}

export function lineTally(): LineTally {
  const counted = new Set<string>()
  return {
    get count() {
      return counted.size
    },
    missing: (range) => keysOf(range).filter((key) => !counted.has(key)).length,
    add: (range) => {
      for (const key of keysOf(range)) counted.add(key)
    },
  }
}

function keysOf({ path, line, end_line }: LineRange): string[] {
  return Array.from({ length: end_line - line + 1 }, (_, offset) => `${path}:${line + offset}`)
}
