import type { ArchiveLimits } from './limits.ts'
import { type Member, type Refusal, unsafe } from './member.ts'

/** The parts of a member's path, checked; none for the top itself. */
export function memberPath(
  member: Member,
  limits: ArchiveLimits,
): { readonly kind: 'path'; readonly parts: readonly string[] } | Refusal {
  const { name, shown, type } = member
  if (name === null) return unsafe(shown, 'its name is not UTF-8')
  if (name.includes('\0')) return unsafe(shown, 'its name has a NUL')
  if (name.startsWith('/') || /^[A-Za-z]:[/\\]/.test(name)) return unsafe(shown, 'its path is absolute')
  const parts = name.split('/').filter((part) => part !== '' && part !== '.')
  if (parts.includes('..')) return unsafe(shown, 'its path leads out of the archive')
  if (Buffer.byteLength(name) > limits.pathBytes)
    return unsafe(shown.slice(0, 200), `its path has more than ${limits.pathBytes} bytes`)
  if (parts.some((part) => Buffer.byteLength(part) > limits.partBytes))
    return unsafe(shown.slice(0, 200), `a part of its path has more than ${limits.partBytes} bytes`)
  if (parts.some((part) => part.toLowerCase() === '.git'))
    return { kind: 'refused', code: 'has-git-directory', member: shown, reason: 'a part of its path is .git' }
  if (type === 'symbolic-link' && parts.at(-1)?.toLowerCase() === '.gitmodules')
    return unsafe(shown, 'is a .gitmodules that is a link, which git refuses')
  return { kind: 'path', parts }
}
