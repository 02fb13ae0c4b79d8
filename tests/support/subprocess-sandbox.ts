import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { BugError, type Sandbox, type Testbed, type TreeStore } from '@quarry/core'
import { openSubprocessTestbed } from './subprocess-testbed.ts'

/** A sandbox that can open testbeds, in the tests' own virtual environment whatever the tag, and nothing else. */
export function subprocessSandbox(trees: TreeStore): Sandbox {
  const notOffered = (): Promise<never> =>
    Promise.reject(new BugError('this sandbox only opens testbeds', { code: 'not-offered' }))
  return {
    kind: 'local',
    describe: notOffered,
    findInterpreter: notOffered,
    imageOf: () => Promise.resolve(null),
    dropEnvironment: () => Promise.resolve(),
    hasEnvironment: () => Promise.resolve(true),
    openBuilder: notOffered,
    openTestbed: async ({ tree, overlay, tools }): Promise<Testbed> => {
      const directory = await mkdtemp(join(tmpdir(), 'quarry-tree-'))
      await trees.exportTo(overlay ? await trees.overlay(tree, overlay) : tree, directory)
      const testbed = await openSubprocessTestbed(directory, tools ?? undefined)
      await rm(directory, { recursive: true })
      return testbed
    },
    close: () => Promise.resolve(),
  }
}
