import { BugError } from '@quarry/core'
import { decodeBytes, encodeText, encodingNamed } from './encodings.ts'
import type { DecodedSource } from './model.ts'

export type Decoding =
  | { readonly kind: 'decoded'; readonly source: DecodedSource }
  | { readonly kind: 'undecodable'; readonly reason: string; readonly line: number | null }

const byteOrderMark = Buffer.from([0xef, 0xbb, 0xbf])
const cookie = /^[ \t\f]*#.*?coding[:=][ \t]*([-\w.]+)/
const blankOrComment = /^[ \t\f]*(?:#.*)?$/

/**
 * Reads Python source as the interpreter would (PEP 263), and only if the very same bytes can be written again.
 */
export function decodeSource(bytes: Uint8Array): Decoding {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const bom = buffer.subarray(0, 3).equals(byteOrderMark)
  const content = bom ? buffer.subarray(3) : buffer
  const declared = declaredCoding(content)
  const encoding = declared === null ? 'utf-8' : encodingNamed(declared.name, content)
  if (encoding === null || (bom && encoding !== 'utf-8')) {
    return undecodable(`its coding ${declared?.name} is not one that Quarry edits`, declared?.line ?? null)
  }
  const written = decodeBytes(content, encoding)
  if (written === null || !encodeText(written, encoding).equals(content)) {
    return undecodable(`it is not valid ${encoding === 'utf-8' ? 'UTF-8' : encoding}`, null)
  }
  const text = written.replaceAll(/\r(?!\n)/g, '\n')
  const nothing = text.indexOf('\0')
  if (nothing !== -1) {
    return undecodable('it has a null character', text.slice(0, nothing).split('\n').length)
  }
  return { kind: 'decoded', source: { text, written, encoding, bom } }
}

/** The bytes of `written` in the encoding of the file that it comes from. */
export function encodeSource(written: string, like: Pick<DecodedSource, 'encoding' | 'bom'>): Uint8Array {
  const content = encodeText(written, like.encoding)
  if (decodeBytes(content, like.encoding) !== written) {
    throw new BugError(`Text does not fit into ${like.encoding}: carving only ever removes text`, {
      code: 'source-not-encodable',
    })
  }
  return new Uint8Array(like.bom ? Buffer.concat([byteOrderMark, content]) : content)
}

function declaredCoding(content: Buffer): { name: string; line: number } | null {
  const lines = content
    .subarray(0, 2000)
    .toString('latin1')
    .split(/\r\n|\r|\n/, 2)
  for (const [index, line] of lines.entries()) {
    const name = cookie.exec(line)?.[1]
    if (name !== undefined) return { name, line: index + 1 }
    if (!blankOrComment.test(line)) return null
  }
  return null
}

function undecodable(reason: string, line: number | null): Decoding {
  return { kind: 'undecodable', reason, line }
}
