import { mkdir, readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Builder, Sandbox, TreeHash } from '@quarry/core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type DockerFolder, openDockerFolder, plainTestbed } from './docker-folder.ts'
import { engineAnswers } from './engine.ts'
import { openFilesBelow } from './leftovers.ts'
import { makeEnvironment, makeTree, never, plainly, printed } from './subject.ts'

const answers = await engineAnswers()

describe.skipIf(!answers)('a command in a container', () => {
  let folder: DockerFolder
  let sandbox: Sandbox
  let tag: string
  let tree: TreeHash

  beforeAll(async () => {
    if (!answers) return
    folder = await openDockerFolder()
    sandbox = await folder.open()
    tag = await makeEnvironment(sandbox, folder.trees)
    tree = await makeTree(folder.trees, { 'a.py': 'a\n' })
  })
  afterAll(async () => {
    if (answers) await folder.close()
  })

  it('finds its files when more trees were used meanwhile than archives are kept', async () => {
    const testbed = await sandbox.openTestbed(plainTestbed(tag, tree), never)
    const look = () => testbed.run({ argv: ['cat', 'a.py'] }, never)
    expect(plainly(await look())).toEqual(printed('a\n'))
    const before = await archives()
    for (let number = 0; number < 9; number += 1) await useThree(number)
    const now = await archives()
    expect(before.filter((name) => now.includes(name))).toEqual([])
    expect(now).toHaveLength(24)
    expect(plainly(await look())).toEqual(printed('a\n'))
  })

  async function archives(): Promise<string[]> {
    const found = await readdir(folder.runs, { recursive: true })
    return found.filter((name) => name.endsWith('.tar'))
  }

  /** Runs a command for which three archives are made that were not there. */
  async function useThree(number: number): Promise<void> {
    const tools = join(folder.top, `tools-${number}`)
    await mkdir(tools)
    await writeFile(join(tools, 'tool'), 'tool\n')
    const own = await makeTree(folder.trees, { own: `tree ${number}\n` })
    const site = await makeTree(folder.trees, { site: `site ${number}\n` })
    const testbed = await sandbox.openTestbed({ ...plainTestbed(tag, own), site, tools }, never)
    const argv = ['cat', 'own', `${testbed.paths.site}/site`, `${testbed.paths.tools}/tool`]
    const result = await testbed.run({ argv }, never)
    expect(plainly(result)).toEqual(printed(`tree ${number}\nsite ${number}\ntool\n`))
  }

  it('is out of memory when it sees to it that others are ended first, and the next one runs', async () => {
    const testbed = await sandbox.openTestbed(plainTestbed(tag, tree), never)
    const script = `
echo 0 > /proc/self/oom_score_adj
for top in . "$HOME" /tmp /dev/shm; do dd if=/dev/zero of="$top/big" bs=4k count=24000 2>/dev/null; done
sleep 1
`
    const limits = { memoryBytes: 100_000_000, wallSeconds: 10 }
    const { outcome, status, signal } = await testbed.run({ argv: ['sh', '-c', script], limits }, never)
    expect({ outcome, status, signal }).toEqual({ outcome: 'out-of-memory', status: null, signal: null })
    expect(plainly(await testbed.run({ argv: ['cat', 'a.py'] }, never))).toEqual(printed('a\n'))
  })

  it('is refused a tree that is larger than its limits, and the next one runs', async () => {
    const large = await makeTree(folder.trees, { large: new Uint8Array(3_000_000) })
    const testbed = await sandbox.openTestbed(plainTestbed(tag, large), never)
    const run = (diskBytes: number) =>
      testbed.run({ argv: ['wc', '-c', 'large'], limits: { diskBytes } }, never)
    await expect(run(1_000_000)).rejects.toMatchObject({
      name: 'UserError',
      code: 'tree-too-large',
      message:
        'The tree takes 3.0 MB, and lies in memory in the Docker sandbox, where 1.0 MB are for it. Raise limits.memoryMegabytes and limits.diskMegabytes in pipeline.config.ts, or use the local sandbox: --sandbox local.',
    })
    expect(openFilesBelow(folder.runs)).toEqual([])
    expect(plainly(await run(10_000_000))).toEqual(printed('3000000 large\n'))
  })

  it('of a build that only talks of a full disk has failed, and the disk is not full', async () => {
    const interpreter = await sandbox.findInterpreter(null)
    const builder: Builder = await sandbox.openBuilder(
      { tag: 'talks', interpreter, tree, tools: null },
      never,
    )
    const script = 'echo "test_enospc: no space left on device is handled"; exit 1'
    const result = await builder.run({ argv: ['sh', '-c', script] }, never)
    await builder.close()
    expect(plainly(result)).toEqual({
      outcome: 'exited',
      status: 1,
      stdout: 'test_enospc: no space left on device is handled\n',
      stderr: '',
    })
  })
})
