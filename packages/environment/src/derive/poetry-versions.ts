/** A poetry version constraint as PEP 440 specifiers; alternatives (`||`) can't be said there, and any version will do. */
export function poetrySpecifier(constraint: string): string {
  return (poetryClauses(constraint) ?? []).join(',')
}

/** Conditions on the Python version that a poetry constraint stands for. */
export function poetryMarker(constraint: string): string[] {
  return (poetryClauses(constraint) ?? []).map((clause) => {
    const [, operator = '==', version = ''] = /^(===?|!=|~=|<=?|>=?)(.*)$/.exec(clause) ?? []
    return `${versionVariable(version)} ${operator} "${version}"`
  })
}

/** `python_version` has two parts only. */
function versionVariable(version: string): string {
  return version.split('.').length > 2 && !version.endsWith('*') ? 'python_full_version' : 'python_version'
}

function poetryClauses(constraint: string): string[] | null {
  if (constraint.includes('|')) return null
  const parts = constraint.replace(/([<>=!~^])\s+/g, '$1').split(/\s*,\s*|\s+/)
  return parts.filter((part) => part !== '' && part !== '*').flatMap(clausesOf)
}

function clausesOf(part: string): string[] {
  const [, sign = '', version = ''] = /^(\^|~(?!=)|===?|!=|~=|<=?|>=?)?(.+)$/.exec(part) ?? []
  if (sign === '^') return [`>=${version}`, `<${above(version, firstNonZero(version))}`]
  if (sign === '~') return [`>=${version}`, `<${above(version, Math.min(1, numbers(version).length - 1))}`]
  if (sign === '=' || sign === '') return [`==${version}`]
  return [part]
}

function numbers(version: string): number[] {
  const release = /^\d+(?:\.\d+)*/.exec(version)?.[0] ?? '0'
  return release.split('.').map(Number)
}

/** A caret keeps the leftmost part that is not zero, or the last one written. */
function firstNonZero(version: string): number {
  const parts = numbers(version)
  const at = parts.findIndex((part) => part > 0)
  return at === -1 ? parts.length - 1 : at
}

function above(version: string, index: number): string {
  const parts = numbers(version).slice(0, index + 1)
  return [...parts.slice(0, -1), (parts.at(-1) ?? 0) + 1].join('.')
}
