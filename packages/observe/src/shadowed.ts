import { posix } from 'node:path'
import { isPython } from './paths.ts'

/** Modules that a compiled file beside them is imported in place of; paths of the `.py`, by the names alone. */
export function findShadowed(paths: readonly string[]): string[] {
  const compiled = paths.filter((path) => /\.(so|pyd)$/.test(path)).map(moduleOf)
  const names = new Set(compiled)
  return paths.filter((path) => isPython(path) && names.has(moduleOf(path)))
}

/** `pkg/fast.cpython-311-x86_64-linux-gnu.so` and `pkg/fast.py` are both `pkg/fast`. */
function moduleOf(path: string): string {
  const name = posix.basename(path)
  return posix.join(posix.dirname(path), name.slice(0, name.indexOf('.')))
}
