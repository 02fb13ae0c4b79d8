import { BugError, InfrastructureError } from '../errors/errors.ts'
import { answerReader } from './batch-answers.ts'
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
      if (!/^[0-9a-f]{40}$/.test(blob)) throw missing(blob)
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
  const answers = answerReader()
  let over: Error | null = null

  child.stdout.on('data', (piece: Buffer) => {
    for (const bytes of answers.read(piece)) settle(waiting.shift(), bytes)
  })
  // A write to a git that has just died must not take this process along: the requests are failed below.
  child.stdin.on('error', () => {})
  const ended = child.then((result) => {
    onExit()
    over = new InfrastructureError(`git cat-file ended while objects were read from ${directory}`, {
      code: 'git-failed',
      cause: result,
    })
    for (const request of waiting.splice(0)) request.reject(over)
  })
  return {
    request(request) {
      if (over !== null) return request.reject(over)
      waiting.push(request)
      child.stdin.write(`${request.blob}\n`)
    },
    async end() {
      child.stdin.end()
      await ended
    },
  }
}

function settle(request: Request | undefined, bytes: Buffer | null): void {
  if (bytes === null) request?.reject(missing(request.blob))
  // A copy, because the piece that it is cut from holds a whole batch in memory.
  else request?.resolve(Buffer.from(bytes))
}

function missing(blob: string): BugError {
  return new BugError(`no blob ${blob} in the tree store`, { code: 'object-missing' })
}
