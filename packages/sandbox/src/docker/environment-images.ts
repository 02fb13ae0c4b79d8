import { InfrastructureError } from '@quarry/core'
import { insidePaths } from '../common/paths.ts'
import { commitImage, findImage } from './commit-image.ts'
import { statusOf } from './engine-errors.ts'
import { readInterpreter } from './image-facts.ts'
import { environmentImage, imageLabels } from './image-names.ts'
import { layIn } from './lay-in.ts'
import { containerSpec, type Machine } from './machine.ts'
import { runInWorker } from './run-in-worker.ts'
import type { Runtime } from './runtime-images.ts'
import { startWithRoom } from './start-with-room.ts'
import type { TestUser } from './test-user.ts'

/** The image of a sealed environment. */
export interface EnvironmentImage {
  readonly name: string
  /** Its id. */
  readonly image: string
  /** Id of the runtime image it was made from. */
  readonly base: string
  readonly user: TestUser
  /** The interpreter outside the virtual environment. */
  readonly executable: string
}

export async function findEnvironment(machine: Machine, tag: string): Promise<EnvironmentImage | null> {
  const name = environmentImage(machine.settings.imagePrefix, tag)
  const found = await findImage(machine.engine, name)
  const known = found && readInterpreter(found.labels)
  if (found === null || known === null) return null
  return {
    name,
    image: found.id,
    base: found.labels[imageLabels.from] ?? '',
    user: known.user,
    executable: known.interpreter.executable,
  }
}

/** Makes the image of an environment: the runtime image, and the environment as one layer over it. */
export async function makeEnvironmentImage(
  machine: Machine,
  runtime: Runtime,
  { tag, title }: { tag: string; title: string },
  contents: AsyncIterable<Uint8Array>,
): Promise<void> {
  const { engine, settings, defaultLimits: limits } = machine
  const { interpreter, user } = runtime
  const image = {
    image: runtime.image,
    python: interpreter.executable,
    network: 'none' as const,
    purpose: 'build' as const,
  }
  const worker = await startWithRoom(engine, settings, containerSpec(machine, image, limits))
  try {
    const place = { target: insidePaths.environment, uid: 0, gid: 0, mode: 0o755 }
    await layIn(worker, place, contents)
    const python = `${insidePaths.environment}/bin/python`
    const command = {
      argv: [python, '-I', '-c', 'import platform; print(platform.python_version())'],
      cwd: '/',
    }
    const { result } = await runInWorker(worker, command, { user, limits, clean: null })
    const version = new TextDecoder().decode(result.stdout).trim()
    if (version !== interpreter.version) throw doesNotRun(tag, new TextDecoder().decode(result.stderr))
    await commitImage(engine, worker, environmentImage(settings.imagePrefix, tag), {
      labels: {
        [imageLabels.kind]: 'environment',
        [imageLabels.prefix]: settings.imagePrefix,
        [imageLabels.tag]: tag,
        [imageLabels.title]: title,
        [imageLabels.from]: runtime.image,
      },
      interpreter,
      user,
    })
  } finally {
    await worker.destroy()
  }
}

/** Removes the image of an environment, if there is one. */
export async function dropEnvironment({ engine, settings }: Machine, tag: string): Promise<void> {
  const name = environmentImage(settings.imagePrefix, tag)
  await engine.call(`removing the image ${name}`, () =>
    engine.api
      .getImage(name)
      .remove({ force: true })
      .catch((error: unknown) => {
        if (statusOf(error) !== 404) throw error
      }),
  )
}

function doesNotRun(tag: string, said: string): InfrastructureError {
  return new InfrastructureError(
    `The environment ${tag} was built, and its interpreter does not run in the base image. It said: ${said.trim()}`,
    { code: 'environment-does-not-run' },
  )
}
