import { Duplex } from 'node:stream'
import { BugError, InfrastructureError } from '@quarry/core'
import { drained } from './drained.ts'
import { frameReader, framesOf, type Frame } from './frames.ts'
import { frameKinds, type AgentRequest } from './protocol.ts'

export type Pieces = AsyncIterable<Uint8Array> | Iterable<Uint8Array>
export type TakeFrame = (frame: Frame) => void | Promise<void>

const engineStdout = 1
const keptOfStderr = 4096

export const ignore: TakeFrame = () => undefined

/** What comes from the agent: records in turn, other frames as they arrive. */
export interface Incoming {
  passTo(take: TakeFrame): void
  giveUp(why: string): void
  record(): Promise<unknown>
  isOpen(): boolean
}

/** Takes in what comes over the attached connection of a container of this image. */
export function receive(connection: Duplex, image: string): Incoming {
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

/** Ends the connection when an answer is overdue. */
export async function within<T>(ms: number, incoming: Incoming, answer: Promise<T>): Promise<T> {
  const overdue = setTimeout(() => incoming.giveUp(`did not answer within ${Math.round(ms / 1000)} s`), ms)
  try {
    return await answer
  } finally {
    clearTimeout(overdue)
  }
}

/** Sends a request, and the data that belongs to it. */
export async function send(connection: Duplex, request: AgentRequest, data: Pieces): Promise<void> {
  await write(connection, framesOf(frameKinds.request, Buffer.from(JSON.stringify(request))))
  if (request.do === 'lay' || request.do === 'run') await write(connection, dataFrames(data))
}

async function* dataFrames(data: Pieces): AsyncGenerator<Uint8Array> {
  for await (const piece of data) {
    if (piece.length > 0) yield* framesOf(frameKinds.data, piece)
  }
  yield* framesOf(frameKinds.endOfData, new Uint8Array())
}

/** Writes with regard to how fast the other side reads. A broken connection shows on the reading side. */
export async function write(connection: Duplex, pieces: Pieces): Promise<void> {
  for await (const piece of pieces) {
    if (!connection.writable) return
    if (!connection.write(piece)) await drained(connection)
  }
}

/** @throws BugError where the engine's client gives something else. */
export function twoWay(stream: unknown): Duplex {
  if (stream instanceof Duplex) return stream
  throw new BugError('The connection to a container is not two-way.', { code: 'no-channel' })
}
