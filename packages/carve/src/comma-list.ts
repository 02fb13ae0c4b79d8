import type { Span } from '@quarry/syntax'

/** Items of a list with commas between them, as written. */
export interface CommaList {
  readonly items: readonly Span[]
  /** From just behind the opening bracket to the closing one; null when there are no brackets. */
  readonly inside: Span | null
  /** One item alone needs a comma behind it (a tuple). */
  readonly tuple: boolean
}

export interface Piece extends Span {
  readonly replacement: string
}

/**
 * What to replace so that the removed items (some, not all) go with their commas and the comments on their lines,
 * and everything else stays as it is.
 */
export function withoutItems(text: string, list: CommaList, removed: ReadonlySet<Span>): readonly Piece[] {
  const runs = runsOf(list.items, removed)
  const pieces = runs.flatMap((run) => withoutRun(text, list, run))
  const kept = list.items.filter((item) => !removed.has(item))
  const [only] = kept
  if (!list.tuple || kept.length !== 1 || only === undefined || commaFollows(text, only, list, pieces))
    return pieces
  if (pieces.every((piece) => piece.start !== only.end)) {
    return [...pieces, { start: only.end, end: only.end, replacement: ',' }]
  }
  return pieces.map((piece) => (piece.start === only.end ? { ...piece, replacement: ',' } : piece))
}

/** Removes all between the brackets, or replaces what has none by an empty tuple. */
export function withoutAnyItem({ items, inside }: CommaList): Piece {
  const [first, last] = [items[0], items.at(-1)]
  if (inside !== null) return { ...inside, replacement: '' }
  return { start: first?.start ?? 0, end: last?.end ?? 0, replacement: '()' }
}

/** Removed items that follow each other. */
interface Run extends Span {
  readonly items: readonly Span[]
  readonly before: Span | null
  readonly after: Span | null
}

function runsOf(items: readonly Span[], removed: ReadonlySet<Span>): readonly Run[] {
  const runs: Run[] = []
  for (const [index, item] of items.entries()) {
    const before = items[index - 1] ?? null
    if (!removed.has(item) || (before !== null && removed.has(before))) continue
    const following = items.findIndex((other, at) => at > index && !removed.has(other))
    const own = items.slice(index, following === -1 ? items.length : following)
    const end = own.at(-1)?.end ?? item.end
    runs.push({ start: item.start, end, items: own, before, after: items[following] ?? null })
  }
  return runs
}

function withoutRun(text: string, list: CommaList, run: Run): readonly Piece[] {
  const lines = list.inside === null ? [] : run.items.flatMap((item) => wholeLines(text, item))
  // Each item on lines of its own: comments between them may be about what stays.
  if (lines.length === run.items.length) return lines
  if (run.after !== null) return [{ start: run.start, end: run.after.start, replacement: '' }]
  const from = run.before?.end ?? run.start
  const comment = /^[^\n]*?#[^\n]*\n(?:[ \t]*#[^\n]*\n)*/.exec(text.slice(from, run.start))?.[0]
  // A comment behind the item before is that item's: it stays, and so does its line break.
  return [{ start: comment === undefined ? from : from + comment.length, end: run.end, replacement: '' }]
}

/** The lines of an item that shares them with nothing but its comma and comment, else nothing. */
function wholeLines(text: string, item: Span): readonly Piece[] {
  const start = text.lastIndexOf('\n', item.start - 1) + 1
  if (text.slice(start, item.start).trim() !== '') return []
  const behind = /^[ \t]*,?[ \t]*(?:#[^\n]*)?\r?\n/.exec(text.slice(item.end))?.[0]
  return behind === undefined ? [] : [{ start, end: item.end + behind.length, replacement: '' }]
}

function commaFollows(text: string, item: Span, list: CommaList, pieces: readonly Piece[]): boolean {
  const end = list.inside?.end ?? text.length
  let rest = ''
  let at = item.end
  for (const piece of pieces.filter((candidate) => candidate.start >= item.end)) {
    rest += text.slice(at, piece.start)
    at = piece.end
  }
  return /^(?:\s|\\|#[^\n]*\n)*,/.test(rest + text.slice(at, end))
}
