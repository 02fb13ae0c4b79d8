import { parseModule, type PythonModule } from '@quarry/syntax'

/** The module that a piece of Python text is. */
export function parsed(text: string, path = 'pkg/module.py'): PythonModule {
  const result = parseModule(path, new TextEncoder().encode(text))
  if (result.kind === 'unparsed') throw new Error(`${path}:${result.line}: ${result.reason}`)
  return result.module
}
