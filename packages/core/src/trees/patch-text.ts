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

/** One character per byte, so that any encoding can be searched without loss. */
function latin1(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1')
}
