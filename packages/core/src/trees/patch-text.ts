const newline = 0x0a

/** Nothing but white space. */
export function isBlank(patch: Uint8Array): boolean {
  return latin1(patch).trim() === ''
}

/** The patch with its last line ended; text handling on the way often loses that one byte. */
export function withFinalNewline(patch: Uint8Array): Uint8Array {
  return patch.at(-1) === newline ? patch : Buffer.concat([patch, Buffer.from('\n')])
}

/** The line that stands in place of the data of a binary change, or null when every binary change has its data. */
export function datalessBinary(patch: Uint8Array): string | null {
  const section =
    /^diff --git .*\n(?:(?:old mode|new mode|new file mode|deleted file mode|index) .*\n)*((?:Binary files|Files) .* differ)\r?$/m
  return section.exec(latin1(patch))?.[1] ?? null
}

/** Whether lines that add or remove stand after a hunk that has all the lines its header counts. */
export function changesBeyondCounts(patch: Uint8Array): boolean {
  let left: HunkCounts | null = null
  const lines = latin1(patch).split('\n')
  for (const [index, line] of lines.entries()) {
    const header = hunkCounts(line)
    if (header !== null) left = header
    else if (left === null) continue
    else if (left.old > 0 || left.new > 0) left = afterLine(left, line)
    else if (endsHunk(line, lines[index + 1])) left = null
    else if (/^[+-]/.test(line)) return true
  }
  return false
}

/** The signature of a mailed patch, the head of the next file, or a line that is no part of any hunk. */
function endsHunk(line: string, next: string | undefined): boolean {
  if (line.startsWith('--- ')) return next?.startsWith('+++ ') ?? false
  return /^-- ?$/.test(line) || /^[^ +\-\\]/.test(line)
}

/** Lines of a hunk that are still to come, before and after the change. */
interface HunkCounts {
  readonly old: number
  readonly new: number
}

function hunkCounts(line: string): HunkCounts | null {
  const found = /^@@ -\d+(?:,(\d+))? \+\d+(?:,(\d+))? @@/.exec(line)
  return found === null ? null : { old: Number(found[1] ?? 1), new: Number(found[2] ?? 1) }
}

function afterLine(left: HunkCounts, line: string): HunkCounts {
  if (line.startsWith('\\')) return left
  return {
    old: left.old - (line.startsWith('+') ? 0 : 1),
    new: left.new - (line.startsWith('-') ? 0 : 1),
  }
}

/** One character per byte, so that any encoding can be searched without loss. */
function latin1(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1')
}
