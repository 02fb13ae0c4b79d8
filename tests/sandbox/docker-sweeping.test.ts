import { fileURLToPath } from 'node:url'
import { ownIdentity } from '@quarry/sandbox'
import { execa } from 'execa'
import { describe, expect, it } from 'vitest'
import { openDockerFolder } from './docker-folder.ts'
import { engineAnswers, isThere, makeContainerOf } from './engine.ts'

const sweeping = fileURLToPath(new URL('sweeping.ts', import.meta.url))

const inNewNamespace = ['-pf', '--mount-proc']
const canRun =
  (await engineAnswers()) && !(await execa('unshare', [...inNewNamespace, 'true'], { reject: false })).failed

describe.skipIf(!canRun)('a sandbox that opens in another PID namespace', () => {
  it('does not sweep the containers of runs of which it cannot know whether they live', async () => {
    const folder = await openDockerFolder()
    // The first lives here. Of the second, nobody can know: that namespace is none of Linux's. The third is dead: its number
    // is above the largest that Linux gives.
    const runs = [ownIdentity(), '4194305.1-1', '4194305.1']
    const containers = await Promise.all(runs.map(makeContainerOf))
    const argv = [...inNewNamespace, process.execPath, '--conditions=quarry-source', sweeping, folder.top]
    await execa('unshare', argv)
    const there = await Promise.all(containers.map(isThere))
    for (const container of containers) await container.remove({ force: true }).catch(() => undefined)
    await folder.close()
    expect(there).toEqual([true, true, false])
  })
})
