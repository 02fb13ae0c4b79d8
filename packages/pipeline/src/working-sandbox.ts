import type { Sandbox, Testbed } from '@quarry/core'
import pLimit from 'p-limit'

/**
 * The sandbox as a run uses it: at most `concurrency` test commands at once over all its testbeds, and an environment
 * that is gone (a temporary folder was emptied, an image pruned) is made again before a testbed opens in it.
 *
 * @param restore makes the environment of a tag again from its lock
 */
export function workingSandbox(
  sandbox: Sandbox,
  concurrency: number,
  restore: (tag: string) => Promise<void>,
): Sandbox {
  const limit = pLimit(concurrency)
  const restoring = new Map<string, Promise<void>>()
  const ensureEnvironment = async (tag: string) => {
    const running = restoring.get(tag)
    if (running !== undefined) return running
    if (await sandbox.hasEnvironment(tag)) return
    const restored = restoring.get(tag) ?? restore(tag)
    restoring.set(tag, restored)
    try {
      await restored
    } finally {
      restoring.delete(tag)
    }
  }
  const limited = (testbed: Testbed): Testbed => ({
    paths: testbed.paths,
    python: testbed.python,
    run: (command, signal) => limit(() => testbed.run(command, signal)),
    close: () => testbed.close(),
  })
  return {
    kind: sandbox.kind,
    describe: () => sandbox.describe(),
    findInterpreter: (version) => sandbox.findInterpreter(version),
    hasEnvironment: (tag) => sandbox.hasEnvironment(tag),
    imageOf: (tag) => sandbox.imageOf(tag),
    dropEnvironment: (tag) => sandbox.dropEnvironment(tag),
    openBuilder: (spec, signal) => sandbox.openBuilder(spec, signal),
    openTestbed: async (spec, signal) => {
      await ensureEnvironment(spec.tag)
      return limited(await sandbox.openTestbed(spec, signal))
    },
    close: () => sandbox.close(),
  }
}
