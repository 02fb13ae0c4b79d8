import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { execa } from 'execa'
import type { Accelerator, TreeStore } from '@quarry/core'
import { acceleratorCompiler, acceleratorSource, probeDirectory } from '@quarry/testrun'

/** What a Python of this machine makes of the accelerator, outside every sandbox. */
export async function compiledAccelerator(
  trees: TreeStore,
  python: string,
  variables: Readonly<Record<string, string>> = {},
): Promise<Accelerator> {
  const directory = await mkdtemp(join(tmpdir(), 'quarry-accelerator-'))
  try {
    const program = join(probeDirectory, acceleratorCompiler)
    const made = await execa(python, ['-I', program, directory], { reject: false, env: variables })
    if (made.exitCode !== 0) return { missing: made.stderr }
    const { tree } = await trees.importDirectory(directory)
    return { tree, file: basename(made.stdout), source: await acceleratorSource() }
  } finally {
    await rm(directory, { recursive: true })
  }
}
