import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openGitTreeStore, type Sandbox, type Testbed, type TreeStore } from '@quarry/core'
import { defaultDockerSettings, type DockerSettings, openDockerSandbox } from '@quarry/sandbox'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { engineAnswers, goneInTime, isThere, makeContainerOf, removeTestImages } from './engine.ts'
import { baseImage, imagePrefix, testLimits } from './openers.ts'
import { makeEnvironment, makeTree, never, plainly, printed, text } from './subject.ts'

const answers = await engineAnswers()

let top = ''
let trees: TreeStore

beforeAll(async () => {
  top = await mkdtemp(join(tmpdir(), 'quarry-docker-'))
  trees = await openGitTreeStore(join(top, 'trees.git'))
})

afterAll(async () => {
  if (answers) await removeTestImages(top)
  await trees.close()
  await rm(top, { recursive: true })
})

function open(settings: Partial<DockerSettings> = {}): Promise<Sandbox> {
  return openDockerSandbox({
    trees,
    temporaryRoot: join(top, 'root'),
    defaultLimits: testLimits,
    idleContainers: 2,
    settings: {
      ...defaultDockerSettings,
      baseImage: baseImage('3.11'),
      buildImage: null,
      imagePrefix: imagePrefix(top),
      ...settings,
    },
  })
}

/** What asking for an interpreter comes to with these settings. */
async function failureWith(settings: Partial<DockerSettings>): Promise<unknown> {
  const sandbox = await open(settings)
  try {
    return await sandbox.findInterpreter(null)
  } catch (error) {
    return error
  } finally {
    await sandbox.close()
  }
}

describe.skipIf(!answers)('an image that cannot serve', () => {
  it('because no registry has it is the user’s to name otherwise', async () => {
    const registry = createServer((request, response) => {
      const known = request.url === '/v2/'
      const unknown = { errors: [{ code: 'MANIFEST_UNKNOWN', message: 'manifest unknown' }] }
      response.writeHead(known ? 200 : 404, { 'content-type': 'application/json' })
      response.end(JSON.stringify(known ? {} : unknown))
    }).listen(0, '127.0.0.1')
    await once(registry, 'listening')
    const { port } = registry.address() as AddressInfo
    const error = await failureWith({ baseImage: `127.0.0.1:${port}/python:3.11-slim` })
    registry.close()
    expect(error).toMatchObject({ name: 'UserError', code: 'image-not-found' })
    expect(String(error)).toMatch(
      /no image 127\.0\.0\.1:\d+\/python:3\.11-slim, and no registry gives it: .*QUARRY_BASE_IMAGE/s,
    )
  })

  it('because the registry is down is the machine’s trouble', async () => {
    const error = await failureWith({ baseImage: '127.0.0.1:1/python:3.11-slim' })
    expect(error).toMatchObject({ name: 'InfrastructureError', code: 'registry-unreachable' })
    expect(String(error)).toMatch(/could not be pulled: .*Check that the registry can be reached/s)
  })

  it('because it has no Python is the user’s to name otherwise', async () => {
    const error = await failureWith({ baseImage: baseImage('none') })
    expect(error).toMatchObject({ name: 'UserError', code: 'image-without-python' })
    expect(String(error)).toMatch(
      /has no python3: tests need a Python interpreter\. Name an image that has one/,
    )
    expect(await goneInTime()).toEqual([])
  })

  it('because what is built in another would not run in it is the user’s to name otherwise', async () => {
    const sandbox = await open({ buildImage: baseImage('3.13') })
    const interpreter = await sandbox.findInterpreter(null)
    const tree = await trees.writeTree([])
    const opening = sandbox.openBuilder({ tag: 'differs', interpreter, tree, tools: null }, never)
    await expect(opening).rejects.toMatchObject({ name: 'UserError', code: 'build-image-differs' })
    await expect(opening).rejects.toThrow(/has Python 3\.13\.\d+ at .* and the base image 3\.11\.\d+ at /)
    await sandbox.close()
    expect(await goneInTime()).toEqual([])
  })
})

describe.skipIf(!answers)('containers', () => {
  let sandbox: Sandbox
  let testbed: Testbed

  beforeAll(async () => {
    if (!answers) return
    sandbox = await open()
    const tag = await makeEnvironment(sandbox, trees)
    const tree = await makeTree(trees, { 'a.py': '' })
    testbed = await sandbox.openTestbed(
      { tag, tree, overlay: null, site: null, tools: null, network: 'loopback' },
      never,
    )
  })
  afterAll(async () => {
    if (answers) await sandbox.close()
  })

  const python = async (program: string) => {
    const result = await testbed.run({ argv: [testbed.python, '-c', program] }, never)
    await new Promise((resolve) => setTimeout(resolve, 500)) // until it is given back, or ended
    return result
  }

  /** Boot-independent: the start time of the container's first process. */
  const born = `print(open("/proc/1/stat").read().rpartition(")")[2].split()[19])`

  it('are used again when nothing is left in them', async () => {
    const first = text((await python(born)).stdout)
    const second = text((await python(born)).stdout)
    expect(second).toBe(first)
  })

  it('are not used again when a port is not free yet', async () => {
    const first = text((await python(born)).stdout)
    const left = await python(`
import socket
server = socket.create_server(("127.0.0.1", 5000))
client = socket.create_connection(("127.0.0.1", 5000))
peer = server.accept()[0]
peer.close()
client.close()
print("closed")
`)
    expect(plainly(left)).toEqual(printed('closed\n'))
    expect(text((await python(born)).stdout)).not.toBe(first)
  })

  it('do not show one command what another left in memory', async () => {
    const left = await python(`
import ctypes, multiprocessing.shared_memory, os
multiprocessing.shared_memory.SharedMemory("left", create=True, size=10)
ctypes.CDLL(None).shmget(1234, 100, 0o1600)
for top in ("/dev/shm", "/dev/mqueue", "/tmp", os.environ["HOME"], "."):
    with open(os.path.join(top, "left-behind"), "w") as file:
        if top != "/dev/mqueue":
            file.write("x")
os._exit(0)
`)
    expect(left.outcome).toBe('exited')
    const seen = await python(`
import os
print([os.listdir(top) for top in ("/dev/shm", "/dev/mqueue", "/tmp", os.environ["HOME"], ".")])
print(len(open("/proc/sysvipc/shm").readlines()))
`)
    expect(plainly(seen)).toEqual(printed("[[], [], [], [], ['a.py']]\n1\n"))
  })

  it('of runs that are dead are swept when a sandbox opens, and those of living ones are not', async () => {
    const dead = await makeContainerOf('4194305.1') // above the largest process number that Linux gives
    const living = await makeContainerOf(`${process.pid}.${ownStart()}`)
    const sweeping = await open()
    await sweeping.close()
    expect([await isThere(dead), await isThere(living)]).toEqual([false, true])
    await living.remove({ force: true })
  })
})

function ownStart(): string {
  const stat = readFileSync(`/proc/${process.pid}/stat`, 'utf8')
  return stat.split(') ').at(-1)?.split(' ')[19] ?? ''
}
