/** Numbers of the lines that a patch adds, as the new file counts them from 1, for each file in the patch's order. */
export function addedLines(patch: Uint8Array): readonly (readonly number[])[] {
  const files: number[][] = []
  let [old, added, line] = [0, 0, 0]
  // Counting by the hunks' own figures: an added line may itself start with `++`.
  for (const text of Buffer.from(patch).toString('latin1').split('\n')) {
    if (old > 0 || added > 0) {
      if (text.startsWith('+')) files.at(-1)?.push(line)
      if (!text.startsWith('+') && !text.startsWith('\\')) old -= 1
      if (!text.startsWith('-') && !text.startsWith('\\')) {
        added -= 1
        line += 1
      }
      continue
    }
    const hunk = /^@@ -\d+(?:,(\d+))? \+(\d+)(?:,(\d+))? @@/.exec(text)
    if (text.startsWith('diff --git ')) files.push([])
    else if (hunk !== null) [old, line, added] = [Number(hunk[1] ?? 1), Number(hunk[2]), Number(hunk[3] ?? 1)]
  }
  return files
}
