import { join } from 'node:path'
import { openGitTreeStore, type TreeStore } from '@quarry/core'
import { onTestFinished } from 'vitest'
import { temporaryDirectory } from '../../support/temporary-directory.ts'

/** An empty tree store that goes when the running test ends. */
export async function openStore(): Promise<TreeStore> {
  const store = await openGitTreeStore(join(await temporaryDirectory(), 'trees.git'))
  onTestFinished(() => store.close())
  return store
}
