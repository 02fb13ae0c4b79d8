import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import { parseModule, type ParseResult, type PythonModule } from '@quarry/syntax'
import { cpuTime } from './cpu-time.ts'

/** Every Python file of a directory, as bytes and parsed, by path. */
export interface Package {
  readonly bytes: ReadonlyMap<string, Uint8Array>
  readonly results: ReadonlyMap<string, ParseResult>
  readonly modules: readonly PythonModule[]
  /** CPU time that parsing took. */
  readonly milliseconds: number
}

export async function readPackage(directory: string): Promise<Package> {
  const names = await readdir(directory, { recursive: true, withFileTypes: true })
  const paths = names
    .filter((entry) => entry.isFile() && entry.name.endsWith('.py'))
    .filter(({ parentPath }) => !parentPath.includes('site-packages'))
    .map((entry) => join(entry.parentPath, entry.name).slice(directory.length + 1))
  const [bytes, results] = [new Map<string, Uint8Array>(), new Map<string, ParseResult>()]
  let milliseconds = 0
  for (const path of paths.toSorted()) {
    const content = new Uint8Array(await readFile(join(directory, path)))
    const began = cpuTime()
    results.set(path, parseModule(path, content))
    milliseconds += cpuTime() - began
    bytes.set(path, content)
    await setImmediate()
  }
  const modules = [...results.values()].flatMap((result) => (result.kind === 'parsed' ? [result.module] : []))
  return { bytes, results, modules, milliseconds }
}
