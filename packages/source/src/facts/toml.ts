import { parse, type TomlTable, type TomlValue } from 'smol-toml'

export type { TomlTable } from 'smol-toml'

/** The file's table; null when it is missing or no TOML. */
export function parseToml(text: string | null): TomlTable | null {
  if (text === null) return null
  try {
    return parse(text)
  } catch {
    return null
  }
}

/** The value at a path of keys, or undefined. */
export function tomlAt(table: TomlTable | null, ...keys: readonly string[]): TomlValue | undefined {
  let value: TomlValue | undefined = table ?? undefined
  for (const key of keys) value = isTable(value) ? value[key] : undefined
  return value
}

function tomlTable(table: TomlTable | null, ...keys: readonly string[]): TomlTable {
  const value = tomlAt(table, ...keys)
  return isTable(value) ? value : {}
}

export function tomlText(table: TomlTable | null, ...keys: readonly string[]): string | null {
  const value = tomlAt(table, ...keys)
  return typeof value === 'string' ? value : null
}

/** The texts of an array; of a single text, that one. */
export function tomlTexts(table: TomlTable | null, ...keys: readonly string[]): string[] {
  const value = tomlAt(table, ...keys)
  if (typeof value === 'string') return [value]
  return Array.isArray(value) ? value.filter((item) => typeof item === 'string') : []
}

/** The pairs of a table whose values are texts. */
export function tomlPairs(table: TomlTable | null, ...keys: readonly string[]): [string, string][] {
  return Object.entries(tomlTable(table, ...keys)).filter(
    (pair): pair is [string, string] => typeof pair[1] === 'string',
  )
}

export function isTable(value: TomlValue | undefined): value is TomlTable {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof Date)
}
