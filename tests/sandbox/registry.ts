import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { gzipSync } from 'node:zlib'
import { pack } from 'tar-stream'

/** A registry that has one image, of one file of zeros. */
export interface Registry {
  readonly image: string
  close(): Promise<void>
}

export async function openRegistry(bytes: number): Promise<Registry> {
  const archive = pack()
  archive.entry({ name: 'zeros' }, Buffer.alloc(bytes))
  archive.finalize()
  const tar = await buffer(archive)
  const layer = gzipSync(tar)
  const config = Buffer.from(
    JSON.stringify({
      architecture: 'amd64',
      os: 'linux',
      config: {},
      rootfs: { type: 'layers', diff_ids: [digestOf(tar)] },
    }),
  )
  const kind = 'application/vnd.docker'
  const describe = (mediaType: string, content: Buffer) => ({
    mediaType,
    size: content.length,
    digest: digestOf(content),
  })
  const manifest = Buffer.from(
    JSON.stringify({
      schemaVersion: 2,
      mediaType: `${kind}.distribution.manifest.v2+json`,
      config: describe(`${kind}.container.image.v1+json`, config),
      layers: [describe(`${kind}.image.rootfs.diff.tar.gzip`, layer)],
    }),
  )
  const blobs = new Map([config, layer, manifest].map((content) => [digestOf(content), content]))
  const server = createServer(({ url = '' }, response) => {
    const name = url.split('/').at(-1) ?? ''
    const content = url === '/v2/' ? Buffer.from('{}') : name === '1' ? manifest : blobs.get(name)
    if (content === undefined) return void response.writeHead(404).end()
    if (content === manifest) {
      response.setHeader('content-type', `${kind}.distribution.manifest.v2+json`)
      response.setHeader('docker-content-digest', digestOf(manifest))
    }
    response.setHeader('content-length', content.length).end(content)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  const port = address === null || typeof address === 'string' ? 0 : address.port
  return {
    image: `127.0.0.1:${port}/zeros:1`,
    close: async () => {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

function digestOf(content: Buffer): string {
  return `sha256:${createHash('sha256').update(content).digest('hex')}`
}
