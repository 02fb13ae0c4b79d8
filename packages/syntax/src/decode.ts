import { BugError } from '@quarry/core'
import type { DecodedSource } from './model.ts'

export type Decoding =
  | { readonly kind: 'decoded'; readonly source: DecodedSource }
  | { readonly kind: 'undecodable'; readonly reason: string; readonly line: number | null }

const utf8Names = new Set(['utf-8', 'utf8', 'u8', 'utf', 'utf-8-sig', 'cp65001'])
const latin1Names = new Set(
  'latin-1 latin1 latin l1 iso-8859-1 iso8859-1 iso-latin-1 iso8859 8859 cp819 ibm819 iso-ir-100 csisolatin1'.split(
    ' ',
  ),
)
const asciiNames = new Set(['ascii', 'us-ascii', '646', 'ansi-x3.4-1968'])

const cookie = /^[ \t\f]*#.*?coding[:=][ \t]*([-\w.]+)/
const blankOrComment = /^[ \t\f]*(?:#.*)?$/

/**
 * Reads Python source as the interpreter would (PEP 263), and only if the very same bytes can be written again.
 */
export function decodeSource(bytes: Uint8Array): Decoding {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const bom = buffer.subarray(0, 3).equals(Buffer.from([0xef, 0xbb, 0xbf]))
  const content = bom ? buffer.subarray(3) : buffer
  const declared = declaredCoding(content)
  const encoding = declared === null ? 'utf-8' : knownEncoding(declared.name, content)
  if (encoding === null || (bom && encoding !== 'utf-8')) {
    return undecodable(`its coding ${declared?.name} is not one that Quarry edits`, declared?.line ?? null)
  }
  const text = decode(content, encoding)
  if (text === null) return undecodable('it is not valid UTF-8', null)
  const odd = /\r(?!\n)|\0/.exec(text)
  if (odd !== null) {
    const line = text.slice(0, odd.index).split('\n').length
    return undecodable(odd[0] === '\r' ? 'it has a lone carriage return' : 'it has a null character', line)
  }
  return { kind: 'decoded', source: { text, encoding, bom } }
}

/** The bytes of `text` in the encoding of the file that it comes from. */
export function encodeSource(text: string, like: Pick<DecodedSource, 'encoding' | 'bom'>): Uint8Array {
  const content = Buffer.from(text, like.encoding === 'latin1' ? 'latin1' : 'utf-8')
  if (decode(content, like.encoding) !== text) {
    throw new BugError(`Text does not fit into ${like.encoding}: carving only ever removes text`, {
      code: 'source-not-encodable',
    })
  }
  return new Uint8Array(like.bom ? Buffer.concat([Buffer.from([0xef, 0xbb, 0xbf]), content]) : content)
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

function knownEncoding(declared: string, content: Buffer): 'utf-8' | 'latin1' | null {
  const name = declared.toLowerCase().replaceAll('_', '-')
  if (utf8Names.has(name) || name.startsWith('utf-8-')) return 'utf-8'
  if (latin1Names.has(name) || /^(latin-1|iso-8859-1|iso-latin-1)-/.test(name)) return 'latin1'
  if (asciiNames.has(name) && content.every((byte) => byte < 0x80)) return 'utf-8'
  return null
}

function decode(content: Buffer, encoding: 'utf-8' | 'latin1'): string | null {
  // TextDecoder's latin1 is windows-1252, which is not Python's.
  if (encoding === 'latin1') return content.toString('latin1')
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(content)
  } catch {
    return null
  }
}

function undecodable(reason: string, line: number | null): Decoding {
  return { kind: 'undecodable', reason, line }
}
