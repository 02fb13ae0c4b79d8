import { BugError, InfrastructureError, type Interpreter, type Limits, UserError } from '@quarry/core'
import { commitImage, findImage, type FoundImage } from './commit-image.ts'
import type { Engine } from './engine.ts'
import { readInterpreter } from './image-facts.ts'
import { imageLabels, runtimeRepository } from './image-names.ts'
import { containerSpec } from './machine.ts'
import { ensureImage } from './pull-image.ts'
import { runInWorker } from './run-in-worker.ts'
import type { DockerSettings } from './settings.ts'
import { startWithRoom } from './start-with-room.ts'
import { findTestUser, type TestUser } from './test-user.ts'
import type { Worker } from './worker.ts'

/** An image with an interpreter and the test user, and without installers: what every environment is made from. */
export interface Runtime {
  /** Its id. */
  readonly image: string
  readonly interpreter: Interpreter
  readonly user: TestUser
  /** Name of the image that environments are built in. */
  readonly buildImage: string
}

/** Raised when what is done to a base image changes. */
const runtimeVersion = 2

/**
 * Takes out what could tell an answer or change an outcome: pip and its kind, with their vendored packages. A task's
 * environment holds them where a locked distribution needs them.
 */
const stripInstallers = `
import glob, os, shutil, site, sysconfig
places = set(site.getsitepackages()) | {sysconfig.get_paths()["purelib"], "/usr/lib/python3/dist-packages"}
names = ("pip", "setuptools", "wheel", "pkg_resources", "_distutils_hack", "pip-*", "setuptools-*", "wheel-*")
doomed = [found for place in places for name in names for found in glob.glob(os.path.join(place, name))]
doomed += [os.path.join(place, "distutils-precedence.pth") for place in places]
doomed += glob.glob(os.path.join(sysconfig.get_paths()["stdlib"], "ensurepip", "_bundled"))
doomed += ["/usr/share/python-wheels"]
doomed += [found for top in ("/usr/bin", "/usr/local/bin") for name in ("pip", "pip3*", "wheel") for found in glob.glob(os.path.join(top, name))]
for path in doomed:
    if os.path.isdir(path) and not os.path.islink(path):
        shutil.rmtree(path)
    elif os.path.lexists(path):
        os.unlink(path)
`

/**
 * The runtime image of a version, made from its base image once.
 * @throws UserError `python-not-found`, `image-not-found`, `image-without-python`; InfrastructureError
 *   `registry-unreachable`.
 */
export async function ensureRuntime(
  engine: Engine,
  settings: DockerSettings,
  limits: Limits,
  version: string | null,
): Promise<Runtime> {
  const named = (pattern: string): string => pattern.replaceAll('{version}', version ?? settings.python)
  const baseName = named(settings.baseImage)
  const base = await ensureImage(engine, baseName)
  const repository = runtimeRepository(settings.imagePrefix)
  const name = `${repository}:v${runtimeVersion}-${base.replace('sha256:', '').slice(0, 24)}`
  const found =
    (await findImage(engine, name)) ?? (await makeRuntime(engine, settings, limits, { base, baseName, name }))
  const known = readInterpreter(found.labels)
  if (known === null) {
    throw new BugError(`The image ${name} has none of the labels that Quarry gives.`, {
      code: 'runtime-without-labels',
    })
  }
  const { interpreter, user } = known
  if (version !== null && !`${interpreter.version}.`.startsWith(`${version}.`)) {
    throw new UserError(
      `No Python ${version} was found. Looked at:\n  ${baseName}: python3: is Python ${interpreter.version}\nName an image that has it: docker.baseImage in pipeline.config.ts, or QUARRY_BASE_IMAGE.`,
      { code: 'python-not-found' },
    )
  }
  return { image: found.id, interpreter, user, buildImage: named(settings.buildImage ?? settings.baseImage) }
}

async function makeRuntime(
  engine: Engine,
  settings: DockerSettings,
  limits: Limits,
  { base, baseName, name }: { base: string; baseName: string; name: string },
): Promise<FoundImage> {
  const image = { image: baseName, python: 'python3', network: 'none' as const, purpose: 'build' as const }
  const worker = await startWithRoom(engine, settings, containerSpec({ settings, engine }, image, limits))
  try {
    const user = findTestUser(worker.greeting, baseName)
    const { python, implementation, executable } = worker.greeting
    await must(worker, [executable, '-I', '-c', stripInstallers], { user: null, limits, clean: null })
    await must(worker, [executable, '-I', '-S', '-c', 'pass'], { user, limits, clean: null })
    const interpreter: Interpreter = { version: python, implementation, executable, checkedAs: user.name }
    return await commitImage(engine, worker, name, {
      labels: {
        [imageLabels.kind]: 'runtime',
        [imageLabels.prefix]: settings.imagePrefix,
        [imageLabels.title]: baseName,
        [imageLabels.from]: base,
      },
      interpreter,
      user,
    })
  } finally {
    await worker.destroy()
  }
}

async function must(
  worker: Worker,
  argv: readonly string[],
  as: Parameters<typeof runInWorker>[2],
): Promise<void> {
  const { result, left } = await runInWorker(worker, { argv, cwd: '/', limits: { wallSeconds: 120 } }, as)
  await left
  if (result.outcome === 'exited' && result.status === 0) return
  const said = new TextDecoder().decode(result.stderr).trim()
  throw new InfrastructureError(
    `A base image could not be prepared: a step ended with ${result.status ?? result.outcome}. It said: ${said}`,
    { code: 'runtime-image-failed' },
  )
}
