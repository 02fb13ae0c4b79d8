import { readdir } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { execa } from 'execa'
import { describe, expect, it } from 'vitest'
import { emptyInTime, mountsWith, processesWith, somethingInTime, uniqueSleep } from '../leftovers.ts'
import { openers } from '../openers.ts'
import {
  currentOf,
  never,
  plainly,
  printed,
  runsDirectory,
  runPython,
  runShell,
  withTestbed,
  type Subject,
} from '../subject.ts'

const victim = fileURLToPath(new URL('../victim.ts', import.meta.url))

/** Starts a daemon that left its session and its parent, and goes on as `rest` says. */
function withDaemon(seconds: string, rest: string): string {
  return `(setsid sleep ${seconds} >/dev/null 2>&1 &) ; sleep ${seconds} & ${rest}`
}

export function endingChecks(subject: Subject): void {
  describe('nothing is left', () => {
    it('of daemons and background children when the command has ended', async () => {
      const seconds = uniqueSleep()
      const result = await runShell(subject, withDaemon(seconds, 'echo done'))
      expect(plainly(result)).toEqual(printed('done\n'))
      expect(processesWith(seconds)).toEqual([])
    })

    it('of daemons and background children when time is up', async () => {
      const seconds = uniqueSleep()
      const script = withDaemon(seconds, `trap "" TERM; sleep ${seconds}`)
      const result = await runShell(subject, script, { limits: { wallSeconds: 2 } })
      expect(result.outcome).toBe('timed-out')
      expect(processesWith(seconds)).toEqual([])
    })

    it('when a command is aborted, and the reason comes back', async () => {
      const seconds = uniqueSleep()
      const controller = new AbortController()
      const reason = new Error('stopped by the test')
      await withTestbed(subject, {}, async (testbed) => {
        const script = withDaemon(seconds, `trap "" TERM; sleep ${seconds}`)
        const running = testbed.run({ argv: ['sh', '-c', script] }, controller.signal)
        await somethingInTime(() => processesWith(`sleep ${seconds}`))
        controller.abort(reason)
        await expect(running).rejects.toBe(reason)
        expect(processesWith(seconds)).toEqual([])
        await expect(testbed.run({ argv: ['true'] }, controller.signal)).rejects.toBe(reason)
      })
    })

    it('when the sandbox is closed while a command runs', async () => {
      const { trees, temporaryRoot, tag, sandboxRoot } = currentOf(subject)
      const seconds = uniqueSleep()
      const sandbox = await openers[subject.name](trees, sandboxRoot)
      const tree = await trees.writeTree([])
      const spec = { tag, tree, overlay: null, site: null, tools: null, network: 'loopback' as const }
      const testbed = await sandbox.openTestbed(spec, never)
      const before = await readdir(runsDirectory(currentOf(subject)))
      const running = testbed.run({ argv: ['sleep', seconds] }, never).catch((error: unknown) => error)
      await somethingInTime(() => processesWith(`sleep ${seconds}`))
      await sandbox.close()
      await sandbox.close()
      expect(await running).toBeInstanceOf(Error)
      expect(processesWith(seconds)).toEqual([])
      expect(mountsWith(temporaryRoot)).toEqual([])
      expect(await readdir(runsDirectory(currentOf(subject)))).toHaveLength(before.length - 1)
    })

    it('when Quarry itself is killed, and the next run sweeps its directories', async () => {
      const { trees, temporaryRoot, sandboxRoot, tag } = currentOf(subject)
      const seconds = uniqueSleep()
      const own = await readdir(runsDirectory(currentOf(subject)))
      const argv = ['--conditions=quarry-source', victim, subject.name, sandboxRoot, tag, seconds]
      const quarry = execa(process.execPath, argv, { reject: false })
      expect(await somethingInTime(() => processesWith(`sleep ${seconds}`))).not.toEqual([])
      quarry.kill('SIGKILL')
      expect((await quarry).signal).toBe('SIGKILL')
      expect(await emptyInTime(() => processesWith(seconds))).toEqual([])
      expect(mountsWith(temporaryRoot)).toEqual([])
      const sweeping = await openers[subject.name](trees, sandboxRoot)
      await sweeping.close()
      expect(await readdir(runsDirectory(currentOf(subject)))).toEqual(own)
    })

    it('of zombies: orphans are taken in while the command runs', async () => {
      const program = `
import os, time
for number in range(300):
    child = os.fork()
    if child == 0:
        if os.fork() == 0:
            os._exit(0)
        os._exit(0)
    os.waitpid(child, 0)
def zombies():
    count = 0
    for name in os.listdir("/proc"):
        try:
            if name.isdigit() and os.stat("/proc/" + name).st_uid == os.getuid():
                count += open("/proc/%s/stat" % name).read().rpartition(") ")[2].startswith("Z")
        except OSError:
            pass
    return count
until = time.time() + 10
while zombies() and time.time() < until:
    time.sleep(0.01)
print(zombies())
`
      expect(plainly(await runPython(subject, program))).toEqual(printed('0\n'))
    })
  })
}
