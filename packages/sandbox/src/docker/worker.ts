import { readdir, readFile } from 'node:fs/promises'
import { Duplex } from 'node:stream'
import { fileURLToPath } from 'node:url'
import { BugError, InfrastructureError, UserError } from '@quarry/core'
import type Docker from 'dockerode'
import { containerOptions, type ContainerSpec } from './container-options.ts'
import type { Engine } from './engine.ts'
import { statusOf } from './engine-errors.ts'
import { drained } from './drained.ts'
import { frameReader, framesOf, type Frame } from './frames.ts'
import { ranOutOfMemory } from './out-of-memory.ts'
import { frameKinds, Greeting, type AgentRequest } from './protocol.ts'

const supervisorDirectory = fileURLToPath(new URL('../../supervisor', import.meta.url))

/** What comes before it is not Quarry's: Podman passes the body of the request to attach on to the container. */
const marker = '\nquarry-agent\n'

/** Reads the agent's files from standard input, after the marker and a length, and becomes the agent. */
const bootstrap = `
import json, os, runpy, sys
def read(length):
    received = b""
    while len(received) < length:
        piece = os.read(0, length - len(received))
        if not piece:
            raise SystemExit(0)
        received += piece
    return received
seen = b""
while not seen.endswith(${JSON.stringify(marker)}.encode()):
    seen += read(1)
top = "/quarry/agent"
for name, text in json.loads(read(int.from_bytes(read(4), "big"))).items():
    with open(os.path.join(top, name), "w") as file:
        file.write(text)
sys.path.insert(0, top)
runpy.run_path(os.path.join(top, "agent.py"), run_name="__main__")
`

/** How long a container may take from its start to the agent's first word, in milliseconds. */
const startPatience = 60_000

/** How long the agent may take beyond a command's own time, and for filling and reading directories, in milliseconds. */
const runPatience = 60_000
const transferPatience = 900_000

type Pieces = AsyncIterable<Uint8Array> | Iterable<Uint8Array>
type TakeFrame = (frame: Frame) => void | Promise<void>

/** A container with an agent that answers one request after the other. */
export interface Worker {
  readonly spec: ContainerSpec
  readonly greeting: Greeting
  readonly containerId: string
  /**
   * Sends a request and its data. Pieces that arrive before the record go to `take`; while a promise of it is pending,
   * nothing more is read. Returns the record.
   */
  ask(request: AgentRequest, data?: Pieces, take?: TakeFrame): Promise<unknown>
  /** The next record that comes without being asked for. */
  nextRecord(): Promise<unknown>
  /** False once the container has ended. */
  isAlive(): boolean
  /** Whether the engine saw it run out of memory since a moment, in milliseconds. */
  ranOutOfMemory(since: number): Promise<boolean>
  /** Ends the container at once. Safe to call twice. */
  destroy(): Promise<void>
}

/**
 * Starts a container and the agent in it.
 * @throws UserError `image-without-python`, `image-not-found`, `engine-disk-full`; InfrastructureError `engine-failed`,
 *   `container-ended`, `container-name-taken`.
 */
export async function startWorker(engine: Engine, spec: ContainerSpec, name?: string): Promise<Worker> {
  const container = await createContainer(engine, spec, name)
  try {
    return await bring(engine, container, spec)
  } catch (error) {
    await remove(engine, container).catch(() => undefined) // the first trouble is the one to be told
    throw error
  }
}

async function createContainer(
  engine: Engine,
  spec: ContainerSpec,
  name: string | undefined,
): Promise<Docker.Container> {
  const options = { ...containerOptions(spec, bootstrap), ...(name === undefined ? {} : { name }) }
  try {
    return await engine.api.createContainer(options)
  } catch (error) {
    if (statusOf(error) === 404) {
      throw new UserError(`The container engine at ${engine.where} has no image ${spec.image}.`, {
        code: 'image-not-found',
        cause: error,
      })
    }
    // Docker's status; Podman has none for it.
    if (statusOf(error) === 409 || /already in use/.test(String(error))) {
      throw new InfrastructureError(`Another process has a container called ${name ?? ''}.`, {
        code: 'container-name-taken',
        cause: error,
      })
    }
    return engine.call(`making a container of ${spec.image}`, () => Promise.reject(error))
  }
}

/** @throws UserError `image-without-python`; InfrastructureError `container-ended`, `engine-failed`. */
async function bring(engine: Engine, container: Docker.Container, spec: ContainerSpec): Promise<Worker> {
  const attach = { stream: true, stdin: true, stdout: true, stderr: true, hijack: true }
  const attached = await engine.call('attaching to a container', () => container.attach(attach))
  const connection = twoWay(attached)
  const incoming = receive(connection, spec.image)
  try {
    await container.start()
  } catch (error) {
    connection.end()
    const said = error instanceof Error ? error.message : String(error)
    if (/executable file not found|no such file or directory|not found in \$PATH/i.test(said)) {
      throw new UserError(
        `The image ${spec.image} has no ${spec.python}: tests need a Python interpreter. Name an image that has one (docker.baseImage in pipeline.config.ts, or QUARRY_BASE_IMAGE), such as python:3.13-slim.`,
        { code: 'image-without-python', cause: error },
      )
    }
    return engine.call(`starting a container of ${spec.image}`, () => Promise.reject(error))
  }
  const agent = await agentFiles()
  const length = Buffer.alloc(4)
  length.writeUInt32BE(agent.length)
  await write(connection, [Buffer.from(marker), length, agent])
  const greeting = Greeting.parse(await within(startPatience, incoming, incoming.record()))
  checkIsFirst(greeting, spec)
  let ended: Promise<void> | null = null
  return {
    spec,
    greeting,
    containerId: container.id,
    ask(request, data = [], take = ignore) {
      incoming.passTo(take)
      const answer = incoming.record()
      const sending = send(connection, request, data)
      // Whichever fails first tells; a connection that breaks while data is on its way shows in the answer.
      return within(patienceWith(request), incoming, Promise.race([sending.then(() => answer), answer]))
    },
    nextRecord: () => within(runPatience, incoming, incoming.record()),
    ranOutOfMemory: (since) => ranOutOfMemory(engine, container.id, since),
    isAlive: () => incoming.isOpen(),
    destroy() {
      ended ??= remove(engine, container).finally(() => connection.destroy())
      return ended
    },
  }
}

function checkIsFirst({ pid }: Greeting, { image, python }: ContainerSpec): void {
  if (pid === 1) return
  throw new UserError(
    `${python} of the image ${image} is not an interpreter, but a program that starts one (process ${pid}). Name an image whose ${python} is the interpreter itself.`,
    { code: 'image-without-python' },
  )
}

function patienceWith(request: AgentRequest): number {
  return request.do === 'run'
    ? request.specification.limits.wallSeconds * 1000 + runPatience
    : transferPatience
}

/** Ends the connection when an answer is overdue. */
async function within<T>(ms: number, incoming: Incoming, answer: Promise<T>): Promise<T> {
  const overdue = setTimeout(() => incoming.giveUp(`did not answer within ${Math.round(ms / 1000)} s`), ms)
  try {
    return await answer
  } finally {
    clearTimeout(overdue)
  }
}

async function send(connection: Duplex, request: AgentRequest, data: Pieces): Promise<void> {
  await write(connection, framesOf(frameKinds.request, Buffer.from(JSON.stringify(request))))
  if (request.do === 'lay' || request.do === 'run') await write(connection, dataFrames(data))
}

function twoWay(stream: unknown): Duplex {
  if (stream instanceof Duplex) return stream
  throw new BugError('The connection to a container is not two-way.', { code: 'no-channel' })
}

let files: Promise<Buffer> | null = null

/** The agent's modules as one JSON object, name to text; read once. */
function agentFiles(): Promise<Buffer> {
  files ??= readAgentFiles()
  return files
}

async function readAgentFiles(): Promise<Buffer> {
  const names = (await readdir(supervisorDirectory)).filter((name) => name.endsWith('.py'))
  const texts = await Promise.all(
    names.map(async (name) => [name, await readFile(`${supervisorDirectory}/${name}`, 'utf8')] as const),
  )
  return Buffer.from(JSON.stringify(Object.fromEntries(texts)))
}

async function* dataFrames(data: Pieces): AsyncGenerator<Uint8Array> {
  for await (const piece of data) {
    if (piece.length > 0) yield* framesOf(frameKinds.data, piece)
  }
  yield* framesOf(frameKinds.endOfData, new Uint8Array())
}

/** Writes with regard to how fast the other side reads. A broken connection shows on the reading side. */
async function write(connection: Duplex, pieces: Pieces): Promise<void> {
  for await (const piece of pieces) {
    if (!connection.writable) return
    if (!connection.write(piece)) await drained(connection)
  }
}

async function remove(engine: Engine, container: Docker.Container): Promise<void> {
  try {
    await container.remove({ force: true, v: true })
  } catch (error) {
    // 404: it is gone. 409: its removal has begun.
    if ([404, 409].includes(statusOf(error) ?? 0)) return
    await engine.call('removing a container', () => Promise.reject(error))
  }
}

const engineStdout = 1
const keptOfStderr = 4096

const ignore: TakeFrame = () => undefined

/** What comes from the agent: records in turn, other frames as they arrive. */
interface Incoming {
  passTo(take: TakeFrame): void
  giveUp(why: string): void
  record(): Promise<unknown>
  isOpen(): boolean
}

function receive(connection: Duplex, image: string): Incoming {
  const records: unknown[] = []
  const waiting: { resolve: (record: unknown) => void; reject: (error: unknown) => void }[] = []
  let take = ignore
  let said = ''
  let broken: InfrastructureError | null = null
  const fromAgent = frameReader((frame) => {
    if (frame.kind !== frameKinds.record) return pass(frame)
    const record: unknown = JSON.parse(frame.payload.toString())
    const next = waiting.shift()
    if (next === undefined) records.push(record)
    else next.resolve(record)
  })
  const fromEngine = frameReader(({ kind, payload }) => {
    if (kind === engineStdout) fromAgent(payload)
    else said = (said + payload.toString()).slice(-keptOfStderr)
  })
  function pass(frame: Frame): void {
    const taken = take(frame)
    if (taken === undefined) return
    connection.pause()
    void taken.finally(() => connection.resume())
  }
  function end(why: string, cause?: unknown): void {
    const tail = said.trim() === '' ? '' : ` It said: ${said.trim()}`
    broken ??= new InfrastructureError(`A container of ${image} ${why}.${tail}`, {
      code: 'container-ended',
      cause,
    })
    for (const each of waiting.splice(0)) each.reject(broken)
    connection.destroy() // else what waits to be written would wait for ever
  }
  connection.on('data', fromEngine)
  connection.on('error', (error) => end('broke the connection', error))
  connection.on('end', () => end('ended by itself'))
  connection.on('close', () => end('ended by itself'))
  return {
    passTo(next) {
      take = next
    },
    giveUp: (why) => end(why),
    isOpen: () => broken === null,
    record() {
      if (records.length > 0) return Promise.resolve(records.shift())
      if (broken !== null) return Promise.reject(broken)
      return new Promise((resolve, reject) => waiting.push({ resolve, reject }))
    },
  }
}
