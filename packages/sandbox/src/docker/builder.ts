import { posix } from 'node:path'
import { PassThrough } from 'node:stream'
import { BugError, InfrastructureError, UserError, type Builder, type BuilderSpec } from '@quarry/core'
import { choosePaths } from '../common/choose-paths.ts'
import { orAborted } from '../common/or-aborted.ts'
import { oneAtATime } from '../common/exclusive.ts'
import { namedHostFiles } from '../common/host-files.ts'
import { insidePaths } from '../common/paths.ts'
import { packHostFiles } from './archives.ts'
import { drained } from './drained.ts'
import { makeEnvironmentImage } from './environment-images.ts'
import { checkForFullDisk, engineDiskFull, saysDiskFull } from './full-disk.ts'
import { builderName } from './image-names.ts'
import { checkImageBudget } from './images/image-budget.ts'
import { importArchive } from './import-archive.ts'
import { layIn } from './lay-in.ts'
import { containerSpec, type Machine } from './machine.ts'
import { Done, Entries, frameKinds } from './protocol.ts'
import { ensureImage } from './pull-image.ts'
import { runInWorker } from './run-in-worker.ts'
import type { Runtime } from './runtime-images.ts'
import { startWithRoom } from './start-with-room.ts'
import { findTestUser, type TestUser } from './test-user.ts'
import type { Worker } from './worker.ts'

/**
 * @throws InfrastructureError `environment-busy` when somebody else builds the same tag; UserError
 *   `build-image-differs` when the build image has another interpreter than the base image, `image-budget-reached`,
 *   `disk-nearly-full`.
 */
export async function openBuilder(
  machine: Machine,
  spec: BuilderSpec,
  signal: AbortSignal,
): Promise<Builder> {
  await checkImageBudget(machine.engine, machine.settings)
  const version = spec.interpreter.version.split('.').slice(0, 2).join('.')
  const runtime = await orAborted(machine.runtime(version), signal)
  await orAborted(ensureImage(machine.engine, runtime.buildImage), signal)
  const worker = await startBuilder(machine, spec, runtime)
  const end = (): void => void worker.destroy().catch(() => undefined)
  signal.addEventListener('abort', end, { once: true })
  try {
    signal.throwIfAborted()
    const user = findTestUser(worker.greeting, runtime.buildImage)
    await prepare(machine, worker, spec, user)
    signal.throwIfAborted()
    return inContainer(machine, worker, spec, runtime, user)
  } catch (error) {
    await worker.destroy().catch(() => undefined) // the first trouble is the one to be told
    signal.throwIfAborted()
    throw error
  } finally {
    signal.removeEventListener('abort', end)
  }
}

async function startBuilder(machine: Machine, spec: BuilderSpec, runtime: Runtime): Promise<Worker> {
  const { engine, settings, defaultLimits } = machine
  const image = {
    image: runtime.buildImage,
    python: 'python3',
    // The host's own network: indexes and proxies are named as the host sees them.
    network: 'host' as const,
    purpose: 'build' as const,
  }
  const wanted = containerSpec(machine, image, defaultLimits)
  const name = builderName(settings.imagePrefix, spec.tag)
  const worker = await startWithRoom(engine, settings, wanted, name).catch((error: unknown) => {
    if (!(error instanceof InfrastructureError) || error.code !== 'container-name-taken') throw error
    throw new InfrastructureError(
      `The environment ${spec.tag} is being built by another process. Wait until that has ended, then run again.`,
      { code: 'environment-busy', cause: error },
    )
  })
  const { python, executable } = worker.greeting
  if (python === spec.interpreter.version && executable === spec.interpreter.executable) return worker
  await worker.destroy()
  throw new UserError(
    `The build image ${runtime.buildImage} has Python ${python} at ${executable}, and the base image ${spec.interpreter.version} at ${spec.interpreter.executable}: what is built in one would not run in the other. Pull both anew, or name a pair that fits (docker.baseImage and docker.buildImage in pipeline.config.ts).`,
    { code: 'build-image-differs' },
  )
}

async function prepare(machine: Machine, worker: Worker, spec: BuilderSpec, user: TestUser): Promise<void> {
  const own = { uid: user.uid, gid: user.gid, mode: 0o755 }
  const { testbed, environment, site, home, temporary, tools } = insidePaths
  const tree = await machine.archives.openTree(spec.tree, user)
  await layIn(worker, { target: testbed, ...own }, tree.pieces)
  for (const target of [environment, site, home]) await layIn(worker, { target, ...own }, [])
  await layIn(worker, { target: temporary, uid: 0, gid: 0, mode: 0o1777 }, [])
  const files = spec.tools === null ? [] : (await machine.archives.openDirectory(spec.tools)).pieces
  await layIn(worker, { target: tools, uid: 0, gid: 0, mode: 0o755 }, files)
}

function inContainer(
  machine: Machine,
  worker: Worker,
  spec: BuilderSpec,
  runtime: Runtime,
  user: TestUser,
): Builder {
  const inTurn = oneAtATime()
  const end = (): void => void worker.destroy().catch(() => undefined)
  const shown = new Set<string>()
  const list = async (directory: string) =>
    Entries.parse(failing(await worker.ask({ do: 'list', directory, top: topOf(directory) }))).entries
  return {
    paths: insidePaths,
    run: (command, signal) =>
      inTurn(async () => {
        signal.throwIfAborted()
        signal.addEventListener('abort', end, { once: true })
        try {
          await showHostFiles(worker, command.variables ?? {}, shown)
          const limits = { ...machine.defaultLimits, ...command.limits }
          const { result, left } = await runInWorker(worker, command, { user, limits, clean: null })
          await left
          await checkForFullDisk(worker, result)
          return result
        } catch (error) {
          signal.throwIfAborted()
          throw error
        } finally {
          signal.removeEventListener('abort', end)
        }
      }),
    list: (directory) => inTurn(async () => (await list(directory)).map(([path]) => path)),
    capture: (directory, select) =>
      inTurn(async () => {
        const paths = choosePaths(directory, await list(directory), select)
        return importArchive(machine.trees, packed(worker, directory, paths))
      }),
    seal: () =>
      inTurn(() => {
        const contents = packed(worker, insidePaths.environment, null)
        return makeEnvironmentImage(machine, runtime, { tag: spec.tag, title: spec.title ?? '' }, contents)
      }),
    close: () => worker.destroy(),
  }
}

/** Files of the host that settings of this command name, under their own paths; the container is thrown away in the end. */
async function showHostFiles(
  worker: Worker,
  variables: Readonly<Record<string, string>>,
  shown: Set<string>,
): Promise<void> {
  const fresh = namedHostFiles(variables).filter((path) => !shown.has(path))
  if (fresh.length === 0) return
  await layIn(worker, { target: '/', uid: 0, gid: 0, mode: 0o755 }, packHostFiles(fresh), true)
  for (const path of fresh) shown.add(path)
}

/** What lies below a directory of the container, as a tar stream that is read as fast as it is taken. */
function packed(
  worker: Worker,
  directory: string,
  paths: readonly string[] | null,
): AsyncIterable<Uint8Array> {
  const stream = new PassThrough()
  const request = { do: 'pack' as const, directory, top: topOf(directory), paths }
  const answer = worker.ask(request, [], ({ kind, payload }) => {
    if (kind !== frameKinds.packed || stream.write(payload)) return undefined
    return drained(stream)
  })
  answer.then(failing).then(
    () => stream.end(),
    (error: unknown) => stream.destroy(error instanceof Error ? error : new Error(String(error))),
  )
  return stream
}

function failing(record: unknown): unknown {
  const { error } = Done.parse(record)
  if (error === undefined) return record
  if (saysDiskFull(error)) throw engineDiskFull('reading what was built', new Error(error))
  const code = error.includes('leads out of') ? 'link-leaves-builder' : 'sandbox-failed'
  throw new InfrastructureError(`The Docker sandbox could not read what was built: ${error}.`, { code })
}

function topOf(directory: string): string {
  const top = Object.values(insidePaths).find((path) =>
    `${posix.normalize(directory)}/`.startsWith(`${path}/`),
  )
  if (top !== undefined) return top
  throw new BugError(`${directory} is not below a directory of the builder.`, { code: 'not-in-the-builder' })
}
