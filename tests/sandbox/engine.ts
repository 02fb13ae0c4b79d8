import { readFileSync } from 'node:fs'
import { hostname } from 'node:os'
import Docker from 'dockerode'
import { baseImage, imagePrefix } from './openers.ts'

/**
 * Whether an engine answers where DOCKER_HOST said when the tests began, or at another place; from then on, this test
 * file and what it starts use it.
 * @throws where QUARRY_REQUIRE_DOCKER says that one has to: then nothing may be skipped.
 */
export async function engineAnswers(host = process.env['QUARRY_TEST_ENGINE'] ?? ''): Promise<boolean> {
  if (host === '') delete process.env['DOCKER_HOST']
  else process.env['DOCKER_HOST'] = host
  try {
    await new Docker().ping()
    return true
  } catch (error) {
    if (process.env['QUARRY_REQUIRE_DOCKER'] === '1') throw error
    return false
  }
}

/** Removes the images that tests made below a temporary root, those that have lost their name included. */
export async function removeTestImages(temporaryRoot: string): Promise<void> {
  const engine = new Docker()
  const images = await engine.listImages({ all: true, filters: { label: ['quarry.kind'] } })
  const own = images.filter(({ Labels }) => Labels['quarry.prefix'] === imagePrefix(temporaryRoot))
  // Environments first: they are made from the runtime images, which may go with the last of them.
  const [environments, runtimes] = ['environment', 'runtime'].map((kind) =>
    own.filter(({ Labels }) => Labels['quarry.kind'] === kind),
  )
  for (const { Id } of [...(environments ?? []), ...(runtimes ?? [])])
    await engine
      .getImage(Id)
      .remove({ force: true })
      .catch((error: { statusCode?: number }) => {
        if (error.statusCode !== 404) throw error
      })
}

/** Containers that a process has made and that are still there. */
export async function containersOf(pid: number | undefined): Promise<string[]> {
  const found = await new Docker().listContainers({ all: true, filters: { label: ['quarry.run'] } })
  return found
    .filter(({ Labels }) => Labels['quarry.run']?.startsWith(`${pid}.`))
    .map(({ Id, State }) => `${Id} ${State}`)
}

/** The same, once the engine has had time to remove them. */
export async function goneInTime(pid: number | undefined = process.pid): Promise<string[]> {
  const until = Date.now() + 10_000
  let left = await containersOf(pid)
  while (left.length > 0 && Date.now() < until) left = await containersOf(pid)
  return left
}

/** Makes a container, which is not started, as one that belongs to a run on this machine. */
export function makeContainerOf(run: string): Promise<Docker.Container> {
  return new Docker().createContainer({
    Image: baseImage('3.11'),
    Cmd: ['sleep', '100'],
    Labels: {
      'quarry.run': run,
      'quarry.host': `${hostname()} ${readFileSync('/etc/machine-id', 'utf8').trim()}`,
    },
    HostConfig: { NetworkMode: 'none' },
  })
}

/** Whether a container is still there. */
export async function isThere(container: Docker.Container): Promise<boolean> {
  return container.inspect().then(
    () => true,
    (error: { statusCode?: number }) => {
      if (error.statusCode === 404) return false
      throw error
    },
  )
}
