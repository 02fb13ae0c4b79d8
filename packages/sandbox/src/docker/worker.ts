import { InfrastructureError, UserError } from '@quarry/core'
import type Docker from 'dockerode'
import { bootstrap, bootstrapInput } from './agent-bootstrap.ts'
import {
  ignore,
  type Pieces,
  receive,
  send,
  type TakeFrame,
  twoWay,
  within,
  write,
} from './agent-connection.ts'
import { containerOptions, type ContainerSpec } from './container-options.ts'
import type { Engine } from './engine.ts'
import { statusOf } from './engine-errors.ts'
import { ranOutOfMemory } from './out-of-memory.ts'
import { Greeting, type AgentRequest } from './protocol.ts'

/** How long a container may take from its start to the agent's first word, in milliseconds. */
const startPatience = 60_000

/** How long the agent may take beyond a command's own time, and for filling and reading directories, in milliseconds. */
const runPatience = 60_000
const transferPatience = 900_000

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
  await write(connection, await bootstrapInput())
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

async function remove(engine: Engine, container: Docker.Container): Promise<void> {
  try {
    await container.remove({ force: true, v: true })
  } catch (error) {
    // 404: it is gone. 409: its removal has begun.
    if ([404, 409].includes(statusOf(error) ?? 0)) return
    await engine.call('removing a container', () => Promise.reject(error))
  }
}
