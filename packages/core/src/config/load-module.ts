import { relative } from 'node:path'
import { pathToFileURL } from 'node:url'
import { z } from 'zod'
import { UserError } from '../errors/errors.ts'

/**
 * Loads what a TypeScript file of the user exports by default (a value, or a function that returns it, async or not) and
 * checks it. Node strips the types itself, and loads a file once: a change is seen by the next process.
 * @param directory messages name the file relative to it.
 * @throws UserError `config-invalid`, one line per problem: `file: path.to.field: message`.
 */
export async function loadModule<T>(file: string, directory: string, schema: z.ZodType<T>): Promise<T> {
  const shown = relative(directory, file)
  const checked = schema.safeParse(await importDefault(file, shown))
  if (checked.success) return checked.data
  const lines = checked.error.issues.flatMap(describeIssue).map((line) => `${shown}: ${line}`)
  throw configInvalid(lines.join('\n'), checked.error)
}

export function configInvalid(message: string, cause?: unknown): UserError {
  return new UserError(message, { code: 'config-invalid', cause })
}

async function importDefault(file: string, shown: string): Promise<unknown> {
  let module: { default?: unknown }
  try {
    module = await import(pathToFileURL(file).href)
    const exported = module.default
    return typeof exported === 'function' ? await exported() : exported
  } catch (error) {
    throw configInvalid(`${shown}: ${whyNotLoaded(error)}`, error)
  }
}

function whyNotLoaded(error: unknown): string {
  if (!(error instanceof Error)) return `threw ${String(error)}`
  if ('code' in error && error.code === 'ERR_UNSUPPORTED_TYPESCRIPT_SYNTAX')
    return 'enums, namespaces and parameter properties are not supported here; use a const object or plain values'
  if (error instanceof SyntaxError && /import statement|token 'export'/.test(error.message))
    return `is read as CommonJS; write "type": "module" into the nearest package.json`
  return `cannot be loaded: ${error.message}`
}

function describeIssue(issue: z.core.$ZodIssue): string[] {
  const place = issue.path.map(String)
  if (issue.code === 'unrecognized_keys')
    return issue.keys.map((key) => `${[...place, key].join('.')}: there is no such setting`)
  if (place.length === 0) return [`the default export: ${issue.message}`]
  return [`${place.join('.')}: ${issue.message}`]
}
