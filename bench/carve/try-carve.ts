import { type CarvedPair, carveFiles, type ObjectToCarve, type Sources } from '@quarry/carve'
import { keepsOutside } from '../../tests/carve/keeps-outside.ts'
import { cpuTime } from './cpu-time.ts'
import type { Package } from './read-package.ts'

/** One carve of some objects, and which file changed how. */
export interface Carve {
  readonly pairs: readonly CarvedPair[]
  /** What is wrong, as far as can be said without the interpreter. */
  readonly failures: readonly string[]
  /** CPU time. */
  readonly milliseconds: number
}

export function tryCarve(
  { bytes, results }: Package,
  sources: Sources,
  objects: readonly ObjectToCarve[],
  name: string,
): Carve {
  const began = cpuTime()
  try {
    const outcome = carveFiles(sources, objects)
    if (outcome.kind === 'not-editable') throw new Error(`${outcome.object}: ${outcome.reason}`)
    const milliseconds = cpuTime() - began
    const failures = outcome.files
      .filter((file) => !keepsOutside(bytes.get(file.path) ?? new Uint8Array(), file.bytes, file.spans))
      .map(({ path }) => `${name} ${path}: bytes outside the spans changed`)
    const pairs = outcome.files.flatMap((file) => {
      const [result, original] = [results.get(file.path), bytes.get(file.path)]
      if (result?.kind !== 'parsed' || original === undefined) return []
      return [{ module: result.module, original, carved: file.bytes, modes: outcome.modes }]
    })
    return { pairs, failures, milliseconds }
  } catch (error) {
    const failures = [`${name}: ${String(error)} ${objects[0]?.id}`]
    return { pairs: [], failures, milliseconds: cpuTime() - began }
  }
}
