/** Shorter lines (`return None`, `else:`) stand everywhere and prove nothing. */
const shortestDistinctiveLine = 25

/**
 * The lines that a gold patch puts back and that say something: stripped, long enough, and not among the lines which
 * are there without it. Sorted, no duplicates.
 *
 * @param gold the patch's text: carved → original
 */
export function distinctiveLines(gold: string): string[] {
  const added = hunkLines(gold, '+')
  const present = new Set([...hunkLines(gold, '-'), ...hunkLines(gold, ' ')])
  const distinctive = added.filter((line) => line.length >= shortestDistinctiveLine && !present.has(line))
  return [...new Set(distinctive)].toSorted()
}

/** The stripped lines of a kind within the hunks of a git patch; headers are told by their place, not by their looks. */
export function hunkLines(patch: string, kind: '+' | '-' | ' '): string[] {
  const found: string[] = []
  let oldLeft = 0
  let newLeft = 0
  for (const line of patch.split('\n')) {
    if (oldLeft <= 0 && newLeft <= 0) {
      const hunk = /^@@ -\d+(?:,(\d+))? \+\d+(?:,(\d+))? @@/.exec(line)
      if (hunk !== null) {
        oldLeft = Number(hunk[1] ?? 1)
        newLeft = Number(hunk[2] ?? 1)
      }
      continue
    }
    if (line.startsWith('\\')) continue
    if (!line.startsWith('+')) oldLeft -= 1
    if (!line.startsWith('-')) newLeft -= 1
    if (line.startsWith(kind)) found.push(line.slice(1).trim())
  }
  return found
}
