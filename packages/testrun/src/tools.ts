import { chmod, cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import type { Accelerator, TreeStore } from '@quarry/core'
import { probeDirectory } from './probe-directory.ts'
import { acceleratorSource } from './accelerator-source.ts'

/** What a testbed shows as its tools: the probe, and for tracing perhaps the accelerator beside it. */
export interface Tools {
  readonly directory: string
  /** Name of the compiled accelerator in the directory, if it is there. */
  readonly accelerator: string | null
  remove(): Promise<void>
}

/** Lays the accelerator, where there is one of this probe, beside a copy of the probe. */
export async function assembleTools(trees: TreeStore, accelerator: Accelerator): Promise<Tools> {
  if ('missing' in accelerator || accelerator.source !== (await acceleratorSource()))
    return { directory: probeDirectory, accelerator: null, remove: () => Promise.resolve() }
  const directory = await mkdtemp(join(tmpdir(), `quarry-tools-${process.pid}-`))
  const remove = () => rm(directory, { recursive: true, force: true })
  try {
    await chmod(directory, 0o755) // the test user reads it
    await cp(probeDirectory, directory, {
      recursive: true,
      filter: (path) => basename(path) !== '__pycache__',
    })
    await trees.exportTo(accelerator.tree, directory)
    return { directory, accelerator: accelerator.file, remove }
  } catch (error) {
    await remove()
    throw error
  }
}
