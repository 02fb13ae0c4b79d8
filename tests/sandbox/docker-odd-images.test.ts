import { setTimeout as wait } from 'node:timers/promises'
import Docker from 'dockerode'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type DockerFolder, openDockerFolder, plainTestbed } from './docker-folder.ts'
import { engineAnswers, goneInTime } from './engine.ts'
import { baseImage, imagePrefix } from './openers.ts'
import { makeEnvironment, makeTree, never, plainly, printed } from './subject.ts'

const answers = await engineAnswers()

describe.skipIf(!answers)('a base image', () => {
  const engine = new Docker()
  const made: string[] = []
  let folder: DockerFolder

  beforeAll(async () => {
    if (answers) folder = await openDockerFolder()
  })
  afterAll(async () => {
    if (!answers) return
    await folder.close() // images that were made from these go first
    for (const name of made) await engine.getImage(name).remove({ force: true })
  })

  /** Makes an image of what a script does to the usual one. */
  async function makeImage(tag: string, script: string, changes: string): Promise<string> {
    const repo = `${imagePrefix(folder.top)}-base`
    const options = { Image: baseImage('3.11'), User: '0:0', HostConfig: { NetworkMode: 'none' } }
    const container = await engine.createContainer({ ...options, Cmd: ['sh', '-c', script] })
    await container.start()
    expect(await container.wait()).toMatchObject({ StatusCode: 0 })
    await container.commit({ repo, tag, changes })
    await container.remove({ force: true })
    made.push(`${repo}:${tag}`)
    return `${repo}:${tag}`
  }

  it('with a volume does not carry files from one command to the next', async () => {
    const image = await makeImage('volume', 'mkdir /data && chmod 777 /data', 'VOLUME /data')
    const sandbox = await folder.open({ baseImage: image })
    const tag = await makeEnvironment(sandbox, folder.trees)
    const tree = await makeTree(folder.trees, {})
    const testbed = await sandbox.openTestbed(plainTestbed(tag, tree), never)
    for (const name of ['first', 'second', 'third']) {
      const script = `ls -A /data; echo x > /data/${name} && echo written`
      expect(plainly(await testbed.run({ argv: ['sh', '-c', script] }, never))).toEqual(printed('written\n'))
      await wait(500) // until the container is given back, or ended
    }
    await sandbox.close()
    expect(await goneInTime()).toEqual([])
  })

  it('whose python3 is a script that starts Python cannot serve', async () => {
    const shim = String.raw`printf '#!/bin/sh\n/usr/bin/python3 "$@"\nexit $?\n' > /usr/local/bin/python3; chmod 755 /usr/local/bin/python3`
    const image = await makeImage('shim', shim, 'CMD ["sh"]')
    const sandbox = await folder.open({ baseImage: image })
    const looking = sandbox.findInterpreter(null)
    await expect(looking).rejects.toMatchObject({ name: 'UserError', code: 'image-without-python' })
    await expect(looking).rejects.toThrow(
      /^python3 of the image \S+-base:shim is not an interpreter, but a program that starts one \(process \d+\)\. Name an image whose python3 is the interpreter itself\.$/,
    )
    await sandbox.close()
    expect(await goneInTime()).toEqual([])
  })
})
