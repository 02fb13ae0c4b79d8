import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { createGunzip } from 'node:zlib'
import { extract, type Header } from 'tar-stream'
import { decodeUtf8 } from './decode-utf8.ts'
import type { ArchiveLimits } from './limits.ts'
import { type Member, type Members, type Refusal, unreadable } from './member.ts'
import { sizeCheck } from './size-check.ts'

/** Names come as latin-1 so that their bytes are known: tar itself says nothing about their encoding. */
const tarOptions = { highWaterMark: 64 * 1024, filenameEncoding: 'latin1' }

/** Reads every member of a tar archive into memory, as far as the limits allow. */
export async function untar(
  packed: Uint8Array,
  compression: 'gzip' | 'none',
  limits: ArchiveLimits,
): Promise<Members | Refusal> {
  const extraction = extract(tarOptions)
  const source = Readable.from([packed])
  const unzipped = compression === 'gzip' ? source.pipe(createGunzip()) : source
  unzipped.on('error', (error) => extraction.destroy(error))
  unzipped.pipe(extraction)
  const members: Member[] = []
  const sizes = sizeCheck(packed.length, limits)
  try {
    for await (const entry of extraction) {
      const member = toMember(entry.header)
      const refusal = sizes.add(member.shown, entry.header.size)
      if (refusal !== null) return refusal
      members.push({ ...member, bytes: await buffer(entry) })
    }
  } catch (error) {
    return unreadable(error)
  } finally {
    source.destroy()
    unzipped.destroy()
  }
  return { kind: 'members', members }
}

function toMember(header: Header): Member {
  const pax = paxTexts(header.pax)
  const name = pax['path'] ?? fromLatin1(header.name)
  return {
    name,
    shown: name ?? header.name,
    type: memberTypes[header.type] ?? 'other',
    executable: (header.mode & 0o100) !== 0,
    bytes: new Uint8Array(),
    target: pax['linkpath'] ?? fromLatin1(header.linkname ?? '') ?? '',
    modified: header.mtime,
  }
}

const memberTypes: Partial<Record<string, Member['type']>> = {
  file: 'file',
  'contiguous-file': 'file',
  directory: 'directory',
  symlink: 'symbolic-link',
  link: 'hard-link',
}

/** Extended headers are UTF-8 by definition and come decoded. */
function paxTexts(pax: unknown): Partial<Record<string, string>> {
  if (typeof pax !== 'object' || pax === null) return {}
  return Object.fromEntries(
    Object.entries(pax).filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
  )
}

function fromLatin1(name: string): string | null {
  return decodeUtf8(Buffer.from(name, 'latin1'))
}
