import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { canonicalHash } from '@quarry/core'
import { probeDirectory } from './probe-directory.ts'

/** Program of the probe that compiles the accelerator: `python PROGRAM DIRECTORY` prints the file that it made. */
export const acceleratorCompiler = 'quarry_build_accelerator.py'

/** Hash of all that the accelerator is compiled from. One made from anything else may not understand this probe. */
export async function acceleratorSource(): Promise<string> {
  const names = ['quarry_accelerator.c', acceleratorCompiler]
  return canonicalHash(await Promise.all(names.map((name) => readFile(join(probeDirectory, name), 'utf8'))))
}
