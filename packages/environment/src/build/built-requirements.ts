import { parseRequirement } from '../derive/requirement.ts'
import { purposeOf } from '../derive/purpose.ts'

/**
 * Requirements of the built metadata that the static reading missed: the project's own, and those of extras whose name
 * speaks of tests. Conditions on the extra are taken off.
 */
export function missedRequirements(
  requires: readonly string[],
  derived: readonly string[],
  distribution: string | null,
): string[] {
  const known = new Set(derived.map((text) => parseRequirement(text)?.name))
  return requires.flatMap((text) => {
    const parsed = parseRequirement(text)
    if (parsed === null || parsed.name === distribution || known.has(parsed.name)) return []
    const condition = /^(?:\(?(.*?)\)? and )?extra == ["']([^"']+)["']$/.exec(parsed.marker ?? '')
    if (condition === null) return parsed.marker?.includes('extra') ? [] : [text]
    const [, rest = '', extra = ''] = condition
    if (purposeOf(extra) !== 'test') return []
    const extras = parsed.extras.length === 0 ? '' : `[${parsed.extras.join(',')}]`
    const bare = `${parsed.name}${extras} ${parsed.rest}`.trim()
    return [rest === '' ? bare : `${bare} ; ${rest}`]
  })
}
