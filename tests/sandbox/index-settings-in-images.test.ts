import { once } from 'node:events'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openGitTreeStore } from '@quarry/core'
import Docker from 'dockerode'
import { execa } from 'execa'
import { describe, expect, it } from 'vitest'
import { engineAnswers, removeTestImages } from './engine.ts'
import { imagePrefix, openers } from './openers.ts'
import { never, plainly } from './subject.ts'

const answers = await engineAnswers()

const password = 'hunter2-of-the-index'
const certificate = 'certificate-of-the-company'

/** Writes the smallest wheel there is. */
const writeWheel = `
import sys, zipfile
info = "tiny-1.0.dist-info/"
with zipfile.ZipFile(sys.argv[1], "w") as wheel:
    wheel.writestr("tiny.py", "value = 1\\n")
    wheel.writestr(info + "METADATA", "Metadata-Version: 2.1\\nName: tiny\\nVersion: 1.0\\n")
    wheel.writestr(info + "WHEEL", "Wheel-Version: 1.0\\nRoot-Is-Purelib: true\\nTag: py3-none-any\\n")
    wheel.writestr(info + "RECORD", "tiny.py,,\\n" + "".join(info + name + ",,\\n" for name in ("METADATA", "WHEEL", "RECORD")))
`

const file = 'tiny-1.0-py3-none-any.whl'

/** An index with one wheel, for who knows the password. */
async function openIndex(wheel: Buffer): Promise<Server> {
  const server = createServer((request, response) => {
    const expected = `Basic ${Buffer.from(`user:${password}`).toString('base64')}`
    if (request.headers.authorization !== expected) {
      response.writeHead(401, { 'www-authenticate': 'Basic realm="index"' }).end()
    } else if (request.url === '/simple/tiny/') {
      response.writeHead(200, { 'content-type': 'text/html' }).end(`<a href="/files/${file}">${file}</a>`)
    } else {
      response.writeHead(request.url === `/files/${file}` ? 200 : 404).end(wheel)
    }
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return server
}

describe.skipIf(!answers)('index settings of the host', () => {
  it('reach the build, and leave no trace in the image', async () => {
    const top = await mkdtemp(join(tmpdir(), 'quarry-index-'))
    await execa('python3', ['-c', writeWheel, join(top, file)])
    const server = await openIndex(await readFile(join(top, file)))
    const { port } = server.address() as AddressInfo
    await writeFile(join(top, 'company-bundle.pem'), certificate)

    const trees = await openGitTreeStore(join(top, 'trees.git'))
    const sandbox = await openers['docker sandbox, Python 3.11'](trees, top)
    const interpreter = await sandbox.findInterpreter(null)
    const tree = await trees.writeTree([])
    const builder = await sandbox.openBuilder({ tag: 'settings', interpreter, tree, tools: null }, never)
    const { environment, home } = builder.paths
    const variables = {
      PIP_INDEX_URL: `http://user:${password}@127.0.0.1:${port}/simple`,
      SSL_CERT_FILE: join(top, 'company-bundle.pem'),
    }
    const run = async (...argv: string[]) => plainly(await builder.run({ argv, variables, cwd: home }, never))
    await run(interpreter.executable, '-m', 'venv', '--without-pip', environment)
    expect(await run('cat', join(top, 'company-bundle.pem'))).toMatchObject({
      status: 0,
      stdout: certificate,
    })
    const python = `${environment}/bin/python`
    const installed = await run(interpreter.executable, '-m', 'pip', '--python', python, 'install', 'tiny')
    expect(installed).toMatchObject({
      status: 0,
      stdout: expect.stringContaining('Successfully installed tiny-1.0'),
    })
    await builder.seal()
    await builder.close()

    const image = await sandbox.imageOf('settings')
    const said = await everythingIn(image?.name ?? '')
    await sandbox.close()
    await removeTestImages(top)
    await trees.close()
    server.close()
    await rm(top, { recursive: true })

    expect(image?.name).toBe(`${imagePrefix(top)}-environment:settings`)
    expect(said.includes('value = 1')).toBe(true)
    const traces = [password, `127.0.0.1:${port}`, certificate, 'company-bundle.pem'].filter((trace) =>
      said.includes(trace),
    )
    expect(traces).toEqual([])
  })
})

/** Every byte of an image's files, and what the engine knows of it. */
async function everythingIn(name: string): Promise<Buffer> {
  const engine = new Docker()
  const container = await engine.createContainer({ Image: name, HostConfig: { NetworkMode: 'none' } })
  const pieces: Buffer[] = []
  for await (const piece of await container.export()) pieces.push(Buffer.from(piece))
  await container.remove({ force: true })
  const image = engine.getImage(name)
  pieces.push(Buffer.from(JSON.stringify([await image.inspect(), await image.history()])))
  return Buffer.concat(pieces)
}
