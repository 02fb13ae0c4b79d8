import type { Member } from './member.ts'

/**
 * Whether a member is what git puts into a submodule in place of its repository: one line that says where that lies. The
 * archive does not hold it, so the line leads nowhere, and no tree can hold a file of this name.
 */
export function isSubmodulePointer({ name, type, bytes }: Member): boolean {
  if (type !== 'file' || name?.split('/').at(-1) !== '.git') return false
  return /^gitdir: [^\n]+\n?$/.test(Buffer.from(bytes).toString('latin1'))
}
