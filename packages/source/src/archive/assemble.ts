import type { FileMode } from '@quarry/core'
import type { ArchiveLimits } from './limits.ts'
import { staysInside } from './link-target.ts'
import { type Member, type Refusal, unsafe } from './member.ts'
import { type Placed, placeMembers } from './place-members.ts'

export interface UnpackedFile {
  readonly path: string
  readonly mode: FileMode
  /** The text of a link, for a link. */
  readonly bytes: Uint8Array
}

/** What an archive holds, below its one top folder when it has one. */
export interface Unpacked {
  readonly kind: 'unpacked'
  readonly files: readonly UnpackedFile[]
  /** Directories without anything in them; of nested ones the innermost. Sorted. */
  readonly emptyDirectories: readonly string[]
  /** When the newest file was changed. */
  readonly newest: Date | null
}

interface Contents {
  readonly kind: 'contents'
  /** By path; the last member of a path counts, as it does for tar. */
  readonly files: ReadonlyMap<string, UnpackedFile>
  readonly directories: ReadonlySet<string>
}

/** Checks the members of an archive as a whole and puts them together. */
export function assemble(members: readonly Member[], limits: ArchiveLimits): Unpacked | Refusal {
  const placed = placeMembers(members, limits)
  if (placed.kind === 'refused') return placed
  const contents = collect(placed)
  if (contents.kind === 'refused') return contents
  const { files, directories } = contents
  const parents = new Set([...files.keys(), ...directories].flatMap(parentsOf))
  return (
    outwardLink(files) ??
    collision(files, parents, directories) ?? {
      kind: 'unpacked',
      files: [...files.values()],
      emptyDirectories: [...directories].filter((directory) => !parents.has(directory)).toSorted(),
      newest: newestFile(members),
    }
  )
}

function collect({ members, top }: Placed): Contents | Refusal {
  const files = new Map<string, UnpackedFile>()
  const directories = new Set<string>()
  for (const { member, path } of members) {
    switch (member.type) {
      case 'directory':
        directories.add(path)
        break
      case 'file':
        files.set(path, { path, mode: member.executable ? '100755' : '100644', bytes: member.bytes })
        break
      case 'symbolic-link':
        files.set(path, { path, mode: '120000', bytes: Buffer.from(member.target) })
        break
      case 'hard-link': {
        const original = files.get(withoutTop(member.target, top))
        if (original === undefined)
          return unsafe(member.shown, `is a hard link to ${member.target}, which the archive does not hold`)
        files.set(path, { ...original, path })
        break
      }
      case 'other':
        return unsafe(member.shown, 'is neither a file, a directory nor a link')
    }
  }
  return { kind: 'contents', files, directories }
}

function outwardLink(files: ReadonlyMap<string, UnpackedFile>): Refusal | null {
  const links = new Map(
    [...files.values()]
      .filter(({ mode }) => mode === '120000')
      .map(({ path, bytes }) => [path, Buffer.from(bytes).toString('utf8')]),
  )
  for (const [path, target] of links)
    if (!staysInside(path, links)) return unsafe(path, `links out of the tree, to ${target}`)
  return null
}

/** A file or link where another member needs a directory. */
function collision(
  files: ReadonlyMap<string, UnpackedFile>,
  parents: ReadonlySet<string>,
  directories: ReadonlySet<string>,
): Refusal | null {
  for (const path of files.keys())
    if (parents.has(path) || directories.has(path))
      return unsafe(path, 'stands where another member needs a directory')
  return null
}

function newestFile(members: readonly Member[]): Date | null {
  const times = members.flatMap(({ type, modified }) =>
    type === 'file' && modified !== null ? [modified.getTime()] : [],
  )
  return times.length === 0 ? null : new Date(times.reduce((left, right) => Math.max(left, right)))
}

function withoutTop(target: string, top: string | null): string {
  const parts = target.split('/').filter((part) => part !== '' && part !== '.')
  return (parts[0] === top ? parts.slice(1) : parts).join('/')
}

function parentsOf(path: string): string[] {
  const parts = path.split('/')
  return parts.slice(1).map((_, index) => parts.slice(0, index + 1).join('/'))
}
