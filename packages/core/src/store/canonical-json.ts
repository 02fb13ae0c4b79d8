import { createHash } from 'node:crypto'
import { BugError } from '../errors/errors.ts'

/**
 * JSON text that is the same for equal values: keys sorted by code unit, no spaces, fields that are undefined left out.
 * @throws BugError `not-json` for a value that JSON can't hold, naming the place.
 */
export function canonicalJson(value: unknown): string {
  return write(value, '$')
}

/** Lower-case hexadecimal SHA-256 of the canonical JSON of a value. */
export function canonicalHash(value: unknown): string {
  return createHash('sha256').update(canonicalJson(value)).digest('hex')
}

function write(value: unknown, place: string): string {
  if (value === null || typeof value === 'boolean' || typeof value === 'string') return JSON.stringify(value)
  if (typeof value === 'number' && Number.isFinite(value)) return JSON.stringify(value)
  if (Array.isArray(value))
    return `[${value.map((item, index) => write(item, `${place}[${index}]`)).join(',')}]`
  if (isPlainObject(value)) return `{${writeFields(value, place).join(',')}}`
  throw new BugError(`${place} is ${typeof value} and has no place in JSON`, { code: 'not-json' })
}

function writeFields(value: Record<string, unknown>, place: string): string[] {
  return Object.keys(value)
    .filter((name) => value[name] !== undefined)
    .toSorted()
    .map((name) => `${JSON.stringify(name)}:${write(value[name], `${place}.${name}`)}`)
}

function isPlainObject(value: unknown): value is Record<string, unknown> {
  if (typeof value !== 'object' || value === null) return false
  const prototype: unknown = Object.getPrototypeOf(value)
  return prototype === Object.prototype || prototype === null
}
