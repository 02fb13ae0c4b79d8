import type { ArchiveLimits } from './limits.ts'
import type { Member, Refusal } from './member.ts'
import { memberPath } from './member-path.ts'
import { isSubmodulePointer } from './submodule-pointer.ts'

interface PlacedMember {
  readonly member: Member
  /** Below the archive's one top folder, when it has one. */
  readonly path: string
}

export interface Placed {
  readonly kind: 'placed'
  readonly members: readonly PlacedMember[]
  /** The folder that everything lies in and that is left out of the paths. */
  readonly top: string | null
}

interface Parted {
  readonly member: Member
  readonly parts: readonly string[]
}

/** Checks the path of every member and takes the top folder off. Pointers to repositories of submodules are left out. */
export function placeMembers(members: readonly Member[], limits: ArchiveLimits): Placed | Refusal {
  const parted: Parted[] = []
  for (const member of members.filter((one) => !isSubmodulePointer(one))) {
    const place = memberPath(member, limits)
    if (place.kind === 'refused') return place
    parted.push({ member, parts: place.parts })
  }
  const top = commonTop(parted)
  const placed = parted
    .map(({ member, parts }) => ({ member, path: parts.slice(top === null ? 0 : 1).join('/') }))
    .filter(({ path }) => path !== '')
  return { kind: 'placed', members: placed, top }
}

/** The first part of every path, when it is always the same and names a folder. */
function commonTop(parted: readonly Parted[]): string | null {
  const tops = new Set(parted.flatMap(({ parts }) => parts.slice(0, 1)))
  const [top] = tops
  if (top === undefined || tops.size > 1) return null
  return parted.every(({ member, parts }) => parts.length !== 1 || member.type === 'directory') ? top : null
}
