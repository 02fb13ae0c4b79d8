import type { FileMode } from '@quarry/core'
import type { ArchiveLimits } from './limits.ts'
import { staysInside } from './link-target.ts'
import type { Member, Refusal } from './member.ts'
import { unsafe } from './member.ts'
import { memberPath } from './member-path.ts'

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
  readonly newest: Date | null
}

interface PlacedMember {
  readonly member: Member
  readonly path: string
}

/** Checks the members of an archive as a whole and puts them together. */
export function assemble(members: readonly Member[], limits: ArchiveLimits): Unpacked | Refusal {
  const placed: { member: Member; parts: readonly string[] }[] = []
  for (const member of members) {
    const place = memberPath(member, limits)
    if (place.kind === 'refused') return place
    placed.push({ member, parts: place.parts })
  }
  const top = commonTop(placed)
  const below = placed
    .map(({ member, parts }) => ({ member, path: parts.slice(top === null ? 0 : 1).join('/') }))
    .filter(({ path }) => path !== '')
  return buildTree(below, top)
}

/** The first part of every path, when it is the same and there is something below it. */
function commonTop(
  placed: readonly { readonly member: Member; readonly parts: readonly string[] }[],
): string | null {
  const tops = new Set(placed.flatMap(({ parts }) => parts.slice(0, 1)))
  const [top] = tops
  if (top === undefined || tops.size > 1) return null
  const isFolder = placed.every(({ member, parts }) => parts.length !== 1 || member.type === 'directory')
  return isFolder ? top : null
}

function buildTree(placed: readonly PlacedMember[], top: string | null): Unpacked | Refusal {
  const files = new Map<string, UnpackedFile & { shown: string }>()
  const links = new Map<string, string>()
  const directories = new Set<string>()
  let newest: Date | null = null
  for (const { member, path } of placed) {
    const { shown, executable, modified } = member
    const mode = executable ? '100755' : '100644'
    if (modified !== null && (newest === null || modified > newest)) newest = modified
    links.delete(path)
    switch (member.type) {
      case 'directory':
        directories.add(path)
        break
      case 'file':
        files.set(path, { path, mode, bytes: member.bytes, shown })
        break
      case 'symbolic-link':
        links.set(path, member.target)
        files.set(path, { path, mode: '120000', bytes: Buffer.from(member.target), shown })
        break
      case 'hard-link': {
        const original = files.get(withoutTop(member.target, top))
        if (original === undefined)
          return unsafe(shown, `is a hard link to ${member.target}, which is not there`)
        files.set(path, { ...original, path, shown })
        if (original.mode === '120000') links.set(path, Buffer.from(original.bytes).toString('utf8'))
        break
      }
      case 'other':
        return unsafe(shown, 'is neither a file, a directory nor a link')
    }
  }
  for (const [path, target] of links)
    if (!staysInside(path, links))
      return unsafe(files.get(path)?.shown ?? path, `links out of the tree, to ${target}`)
  const parents = new Set([...files.keys(), ...directories].flatMap(parentsOf))
  for (const { path, shown } of files.values())
    if (parents.has(path) || directories.has(path))
      return unsafe(shown, 'another member needs a directory in its place')
  return {
    kind: 'unpacked',
    files: [...files.values()].map(({ path, mode, bytes }) => ({ path, mode, bytes })),
    emptyDirectories: [...directories].filter((directory) => !parents.has(directory)).sort(),
    newest,
  }
}

function withoutTop(target: string, top: string | null): string {
  const parts = target.split('/').filter((part) => part !== '' && part !== '.')
  return (parts[0] === top ? parts.slice(1) : parts).join('/')
}

function parentsOf(path: string): string[] {
  const parts = path.split('/')
  return parts.slice(1).map((_, index) => parts.slice(0, index + 1).join('/'))
}
