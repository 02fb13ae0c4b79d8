/** A PEP 508 requirement taken apart as far as Quarry needs it; `rest` and `marker` are passed on as written. */
export interface Requirement {
  /** Normalised (PEP 503). */
  readonly name: string
  readonly extras: readonly string[]
  /** Version specifiers or `@ URL`, trimmed. */
  readonly rest: string
  readonly marker: string | null
}

const shape = /^\s*([A-Za-z0-9](?:[A-Za-z0-9._-]*[A-Za-z0-9])?)\s*(?:\[([^\]]*)\])?\s*(.*)$/s

/** A distribution's or extra's name as PEP 503 compares it. */
export function normaliseName(name: string): string {
  return name.replace(/[-_.]+/g, '-').toLowerCase()
}

/** Takes a requirement apart; null when it does not begin with a name. */
export function parseRequirement(text: string): Requirement | null {
  const [, name, extras = '', tail = ''] = shape.exec(text) ?? []
  if (name === undefined) return null
  const isUrl = tail.startsWith('@')
  // A URL may hold a semicolon of its own: there the marker needs white space before it.
  const [rest = '', ...marker] = tail.split(isUrl ? /\s+;/ : /;/)
  if (!isUrl && !/^(\(.*\)|([<>=!~]=?=?\s*[^\s,]+\s*,?\s*)+)?$/.test(rest.trim())) return null
  return {
    name: normaliseName(name),
    extras: extras
      .split(',')
      .map((extra) => extra.trim())
      .filter(Boolean),
    rest: rest.trim(),
    marker: marker.length === 0 ? null : marker.join(';').trim(),
  }
}

/** Adds a condition to a requirement, beside the one it has. */
export function withMarker(requirement: string, condition: string): string {
  const parsed = parseRequirement(requirement)
  const { marker } = parsed ?? { marker: null }
  if (marker === null) return `${requirement.trim()} ; ${condition}`
  const head = requirement.slice(0, requirement.lastIndexOf(marker)).replace(/\s*;\s*$/, '')
  return `${head} ; (${marker}) and (${condition})`
}

/** The requirement without its version specifiers: any version will do. */
export function withoutVersion(requirement: string): string {
  const parsed = parseRequirement(requirement)
  if (parsed === null || parsed.rest.startsWith('@')) return requirement
  const extras = parsed.extras.length === 0 ? '' : `[${parsed.extras.join(',')}]`
  return `${parsed.name}${extras}${parsed.marker === null ? '' : ` ; ${parsed.marker}`}`
}
