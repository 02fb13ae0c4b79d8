/** Shorter lines (`return None`, `else:`) stand everywhere and prove nothing. */
const shortestDistinctiveLine = 25

/** What a gold patch puts back into one file, as far as it says something. */
export interface RemovedLines {
  readonly path: string
  /** Stripped, sorted, no duplicates. */
  readonly lines: readonly string[]
}

/**
 * The lines that a gold patch puts back and that say something: stripped, long enough, and not among the lines which
 * the patch shows to be there without it. By file; files without such lines are left out. Lines have one character per
 * byte, whatever the file's encoding.
 *
 * @param gold the patch carved → original, made by the tree store
 */
export function distinctiveLines(gold: Uint8Array): RemovedLines[] {
  // Not TextDecoder: what it calls latin1 is windows-1252, where some bytes are characters beyond one byte.
  const text = Buffer.from(gold.buffer, gold.byteOffset, gold.byteLength).toString('latin1')
  const sections = text.split(/^(?=diff --git )/m).filter((section) => section.startsWith('diff --git '))
  const present = new Set(
    sections.flatMap((section) => [...hunkLines(section, '-'), ...hunkLines(section, ' ')]),
  )
  return sections
    .map((section) => {
      const added = hunkLines(section, '+')
      const telling = added.filter((line) => line.length >= shortestDistinctiveLine && !present.has(line))
      return { path: pathOf(section), lines: [...new Set(telling)].toSorted() }
    })
    .filter(({ lines }) => lines.length > 0)
}

/** The store's patches are between files that exist on both sides. */
function pathOf(section: string): string {
  return /^\+\+\+ "?b\/(.*?)"?\t?$/m.exec(section)?.[1] ?? ''
}

/** The stripped lines of a kind within the hunks of a git patch; headers are told by their place, not by their looks. */
function hunkLines(patch: string, kind: '+' | '-' | ' '): string[] {
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
    if (line.startsWith(kind)) found.push(strip(line.slice(1)))
  }
  return found
}

/** As Python strips bytes: a character's second byte may look like a space. */
function strip(line: string): string {
  return line.replace(/^[ \t\r\f\v]+|[ \t\r\f\v]+$/g, '')
}
