import { mkdtemp, realpath, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'

/** An empty directory that goes when the running test ends. */
export async function temporaryDirectory(): Promise<string> {
  const directory = await mkdtemp(join(await realpath(tmpdir()), 'quarry-test-'))
  onTestFinished(() => rm(directory, { recursive: true, force: true }))
  return directory
}
