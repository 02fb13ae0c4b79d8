import { BugError, InfrastructureError } from '../errors/errors.ts'
import { type ByteQueue, byteQueue } from './byte-queue.ts'
import { gitEnvironment } from './git.ts'

/** Reads objects through one `git cat-file --batch` that stays up; it starts with the first read. */
export interface ObjectReader {
  /** @throws BugError `object-missing` when the store has no such blob. */
  read(blob: string): Promise<Buffer>
  close(): Promise<void>
}

interface Request {
  readonly blob: string
  resolve(bytes: Buffer): void
  reject(error: Error): void
}

interface BatchProcess {
  request(request: Request): void
  end(): Promise<void>
}

export function openObjectReader(directory: string): ObjectReader {
  let running: Promise<BatchProcess> | null = null
  return {
    async read(blob) {
      running ??= startBatch(directory, () => (running = null))
      const batch = await running
      return new Promise((resolve, reject) => batch.request({ blob, resolve, reject }))
    },
    async close() {
      const batch = await running
      running = null
      await batch?.end()
    },
  }
}

async function startBatch(directory: string, onExit: () => void): Promise<BatchProcess> {
  const { execa } = await import('execa')
  const child = execa('git', ['cat-file', '--batch'], {
    cwd: directory,
    env: gitEnvironment(directory),
    extendEnv: false,
    encoding: 'buffer',
    buffer: false,
    reject: false,
  })
  const waiting: Request[] = []
  const queue = byteQueue()
  let header: Header | null = null

  child.stdout.on('data', (piece: Buffer) => {
    queue.push(piece)
    while (waiting.length > 0) {
      header ??= takeHeader(queue)
      if (header === null) return
      const bytes = header.size === null ? null : takeBlock(queue, header.size)
      if (header.size !== null && bytes === null) return
      answer(waiting.shift(), bytes)
      header = null
    }
  })
  // A write to a git that has just died must not take this process along: the requests are failed below.
  child.stdin.on('error', () => {})
  const ended = child.then((result) => {
    onExit()
    for (const request of waiting.splice(0))
      request.reject(
        new InfrastructureError(`git cat-file ended while objects were read from ${directory}`, {
          code: 'git-failed',
          cause: result,
        }),
      )
  })
  return {
    request(request) {
      waiting.push(request)
      child.stdin.write(`${request.blob}\n`)
    },
    async end() {
      child.stdin.end()
      await ended
    },
  }
}

/** Size in bytes; null when git has no such object. */
interface Header {
  readonly size: number | null
}

function takeHeader(queue: ByteQueue): Header | null {
  const line = queue.takeLine()?.toString('latin1')
  if (line === undefined) return null
  const size = /^[0-9a-f]+ \w+ (\d+)$/.exec(line)?.[1]
  return { size: size === undefined ? null : Number(size) }
}

/** The bytes, without the newline that git sets after them. */
function takeBlock(queue: ByteQueue, size: number): Buffer | null {
  return queue.take(size + 1)?.subarray(0, size) ?? null
}

function answer(request: Request | undefined, bytes: Buffer | null): void {
  if (request === undefined) return
  if (bytes === null)
    request.reject(new BugError(`no object ${request.blob} in the tree store`, { code: 'object-missing' }))
  else request.resolve(Buffer.from(bytes))
}
