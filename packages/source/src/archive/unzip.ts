import { type Entry, fromBufferPromise, type ZipFile } from 'yauzl'
import { decodeUtf8 } from './decode-utf8.ts'
import type { ArchiveLimits } from './limits.ts'
import { type Member, type Members, type Refusal, unreadable } from './member.ts'
import { sizeCheck } from './size-check.ts'

/** Reads every member of a zip archive into memory, as far as the limits allow. */
export async function unzip(packed: Uint8Array, limits: ArchiveLimits): Promise<Members | Refusal> {
  const members: Member[] = []
  const sizes = sizeCheck(packed.length, limits)
  try {
    // Names stay bytes here: what they may hold is decided in one place for all kinds of archives.
    const zip = await fromBufferPromise(Buffer.from(packed), { decodeStrings: false })
    for await (const entry of zip.eachEntry()) {
      const refusal = sizes.add(entry.fileNameRaw.toString('utf8'), entry.uncompressedSize)
      if (refusal !== null) return refusal
      members.push(await toMember(zip, entry))
    }
  } catch (error) {
    return unreadable(error)
  }
  return { kind: 'members', members }
}

async function toMember(zip: ZipFile, entry: Entry): Promise<Member> {
  // Archives made on Windows may separate folders its way.
  const name = decodeUtf8(entry.fileNameRaw)?.replaceAll('\\', '/') ?? null
  const mode = entry.externalFileAttributes >>> 16
  const type = memberType(mode, name)
  const bytes = type === 'directory' ? new Uint8Array() : await readEntry(zip, entry)
  return {
    name,
    shown: name ?? entry.fileNameRaw.toString('latin1'),
    type,
    executable: (mode & 0o100) !== 0,
    bytes: type === 'file' ? bytes : new Uint8Array(),
    target: type === 'symbolic-link' ? (decodeUtf8(bytes) ?? '') : '',
    modified: entry.getLastModDate({ timezone: 'UTC' }),
  }
}

function memberType(mode: number, name: string | null): Member['type'] {
  const kind = mode & 0o170000
  if (name?.endsWith('/') || kind === 0o040000) return 'directory'
  if (kind === 0o120000) return 'symbolic-link'
  return kind === 0 || kind === 0o100000 ? 'file' : 'other'
}

async function readEntry(zip: ZipFile, entry: Entry): Promise<Uint8Array> {
  const pieces: Buffer[] = []
  for await (const piece of await zip.openReadStreamPromise(entry)) pieces.push(piece)
  return Buffer.concat(pieces)
}
