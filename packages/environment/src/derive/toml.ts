import { parse } from 'smol-toml'

export type Table = Readonly<Record<string, unknown>>

/** A TOML text as a table; null when there is none or it cannot be read (the build says so in its own words). */
export function readToml(text: string | null): Table | null {
  if (text === null) return null
  try {
    return parse(text)
  } catch {
    return null
  }
}

/** A table further in, or an empty one. */
export function tableAt(table: Table | null, ...keys: readonly string[]): Table {
  let at: unknown = table
  for (const key of keys) at = isTable(at) ? at[key] : undefined
  return isTable(at) ? at : {}
}

export function isTable(value: unknown): value is Table {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof Date)
}

/** The strings of a list; anything else is left out. */
export function strings(value: unknown): string[] {
  return Array.isArray(value) ? value.filter((item): item is string => typeof item === 'string') : []
}
