import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { TreeHash, TreeStore } from '@quarry/core'
import { giveTo } from './give-to.ts'
import { removeTree } from '../common/remove-tree.ts'
import type { TestUser } from './test-user.ts'

/** A tree laid out on disk once, for as long as somebody uses it. */
interface TreeOnDisk {
  readonly directory: string
  release(): Promise<void>
}

export interface TreesOnDisk {
  /** The tree's files below a directory that nobody writes to; `owner` null leaves them Quarry's own. */
  lay(tree: TreeHash, owner: TestUser | null): Promise<TreeOnDisk>
}

/** Trees that nobody uses at the moment and that stay all the same: the next stage often wants the same one. */
const kept = 6

/** Lays trees below `directory`; each is there once, however many use it. The caller removes the directory in the end. */
export function treesOnDisk(trees: TreeStore, directory: string): TreesOnDisk {
  const laid = new Map<string, { users: number; path: Promise<string> }>()
  const idle: string[] = []
  let count = 0

  async function setAside(key: string): Promise<void> {
    idle.push(key)
    const oldest = idle.length > kept ? idle.shift() : undefined
    const entry = oldest === undefined ? undefined : laid.get(oldest)
    if (oldest === undefined || entry === undefined) return
    laid.delete(oldest)
    await removeTree(await entry.path)
  }

  async function write(tree: TreeHash, owner: TestUser | null): Promise<string> {
    const path = join(directory, `${count++}-${tree.slice(0, 12)}`)
    await mkdir(path, { recursive: true, mode: 0o755 })
    await trees.exportTo(tree, path)
    if (owner !== null) await giveTo(owner, path)
    return path
  }

  return {
    async lay(tree, owner) {
      const key = `${tree} ${owner?.uid ?? ''}`
      const entry = laid.get(key) ?? { users: 0, path: write(tree, owner) }
      laid.set(key, entry)
      if (idle.includes(key)) idle.splice(idle.indexOf(key), 1)
      entry.users += 1
      let released = false
      async function release(): Promise<void> {
        if (released) return
        released = true
        entry.users -= 1
        if (entry.users === 0) await setAside(key)
      }
      try {
        return { directory: await entry.path, release }
      } catch (error) {
        laid.delete(key)
        throw error
      }
    },
  }
}
