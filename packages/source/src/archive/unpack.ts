import { assemble, type Unpacked } from './assemble.ts'
import type { ArchiveLimits } from './limits.ts'
import type { Members, Refusal } from './member.ts'
import { untar } from './untar.ts'
import { unzip } from './unzip.ts'

/** Endings of the archives that can be unpacked here. */
export const unpackableFormats: readonly string[] = ['.tar.gz', '.tgz', '.tar', '.zip']

/** Unpacks a source distribution in memory, without touching the disk, or says why not. */
export async function unpack(
  packed: Uint8Array,
  format: string,
  limits: ArchiveLimits,
): Promise<Unpacked | Refusal> {
  const read = await readMembers(packed, format, limits)
  return read.kind === 'refused' ? read : assemble(read.members, limits)
}

function readMembers(packed: Uint8Array, format: string, limits: ArchiveLimits): Promise<Members | Refusal> {
  if (format === '.zip') return unzip(packed, limits)
  return untar(packed, format === '.tar' ? 'none' : 'gzip', limits)
}
