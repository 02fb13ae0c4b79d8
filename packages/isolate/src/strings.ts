import type { Definition } from '@quarry/syntax'
import { annotationMatters } from './annotations.ts'
import type { LocatedUse, SourceIndex } from './source-index.ts'

/**
 * Whether a string that spells the definition's name may be meant to find it. Keys and what is compared find nothing, and
 * a dotted path means something of the repository only where it starts in it. In test code words are data: there only
 * those count that are given to what looks attributes up.
 */
export function stringMayName(index: SourceIndex, use: LocatedUse, definition: Definition): boolean {
  if (use.role === 'annotation') return annotationMatters(index, use)
  if (use.role === 'key' || use.role === 'index') return false
  const path = (use.qualifier ?? '').split(/[.:]/u)
  if (path.length > 1)
    return definition.path
      .replace(/\.py$/u, '')
      .split('/')
      .includes(path[0] ?? '')
  return !index.testCode.has(use.path) || isLookedUp(index, use)
}

const lookups =
  /\b(?:getattr|hasattr|setattr|delattr|attrgetter|methodcaller|object|patch|multiple|spy|stub)\s*\((?:[^()]|\([^()]*\))*$/u

/** Whether the string is an argument of a function that takes names of attributes. */
function isLookedUp(index: SourceIndex, use: LocatedUse): boolean {
  const before = index.modules
    .get(use.path)
    ?.source.text.slice(Math.max(0, use.span.start - 300), use.span.start)
  return lookups.test(before ?? '')
}
