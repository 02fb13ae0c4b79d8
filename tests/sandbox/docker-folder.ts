import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openGitTreeStore, type Sandbox, type TestbedSpec, type TreeHash, type TreeStore } from '@quarry/core'
import { defaultDockerSettings, type DockerSettings, openDockerSandbox } from '@quarry/sandbox'
import { removeTestImages } from './engine.ts'
import { baseImage, imagePrefix, testLimits } from './openers.ts'

/** A folder of one test file, with trees, and sandboxes on the engine. */
export interface DockerFolder {
  readonly top: string
  readonly trees: TreeStore
  /** Where its sandboxes keep what belongs to runs. */
  readonly runs: string
  open(settings?: Partial<DockerSettings>): Promise<Sandbox>
  /** Closes its sandboxes, and removes their images. */
  close(): Promise<void>
}

export async function openDockerFolder(): Promise<DockerFolder> {
  const top = await mkdtemp(join(tmpdir(), 'quarry-docker-'))
  const trees = await openGitTreeStore(join(top, 'trees.git'))
  const temporaryRoot = join(top, 'root')
  const opened: Sandbox[] = []
  const usual = {
    ...defaultDockerSettings,
    baseImage: baseImage('3.11'),
    buildImage: null,
    imagePrefix: imagePrefix(top),
  }
  return {
    top,
    trees,
    runs: join(temporaryRoot, 'runs'),
    async open(settings = {}) {
      const sandbox = await openDockerSandbox({
        trees,
        temporaryRoot,
        defaultLimits: testLimits,
        idleContainers: 2,
        settings: { ...usual, ...settings },
      })
      opened.push(sandbox)
      return sandbox
    },
    async close() {
      for (const sandbox of opened) await sandbox.close()
      await removeTestImages(top)
      await trees.close()
      await rm(top, { recursive: true })
    },
  }
}

/** A testbed on nothing but a tree. */
export function plainTestbed(tag: string, tree: TreeHash): TestbedSpec {
  return { tag, tree, overlay: null, site: null, tools: null, network: 'loopback' }
}
