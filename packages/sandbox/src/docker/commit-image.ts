import { insidePaths } from '../common/paths.ts'
import { baseVariables } from '../common/variables.ts'
import { labels as containerLabels } from './container-options.ts'
import type { Engine } from './engine.ts'
import { statusOf } from './engine-errors.ts'
import { type ImageInterpreter, interpreterLabels } from './image-facts.ts'
import type { Worker } from './worker.ts'

export interface FoundImage {
  readonly id: string
  readonly labels: Readonly<Record<string, string>>
}

/** What an image says of itself, beside its interpreter and who runs it. */
export interface ImageFacts extends ImageInterpreter {
  readonly labels: Readonly<Record<string, string>>
}

/** The image of that name, or null. */
export async function findImage(engine: Engine, name: string): Promise<FoundImage | null> {
  try {
    const found = await engine.api.getImage(name).inspect()
    return { id: found.Id, labels: found.Config.Labels ?? {} }
  } catch (error) {
    if (statusOf(error) === 404) return null
    return engine.call(`looking for the image ${name}`, () => Promise.reject(error))
  }
}

/** Makes an image of what a container holds now, as one layer over the container's own image. */
export async function commitImage(
  engine: Engine,
  worker: Worker,
  name: string,
  facts: ImageFacts,
): Promise<FoundImage> {
  const [repo = '', tag = ''] = name.split(':')
  const changes = [
    'ENTRYPOINT []',
    'CMD ["sh"]',
    `USER ${facts.user.name}`,
    `WORKDIR ${insidePaths.testbed}`,
    ...Object.entries(baseVariables(insidePaths, facts.user.name)).map(
      ([key, value]) => `ENV ${key}=${quoted(value)}`,
    ),
    // The container's own labels are inherited, and say nothing about an image.
    ...Object.values(containerLabels).map((key) => `LABEL ${key}=""`),
    ...Object.entries({ ...facts.labels, ...interpreterLabels(facts) }).map(
      ([key, value]) => `LABEL ${key}=${quoted(value)}`,
    ),
  ].join('\n')
  const container = engine.api.getContainer(worker.containerId)
  await engine.call(`making the image ${name}`, () => container.commit({ repo, tag, changes, pause: false }))
  const found = await findImage(engine, name)
  return found ?? engine.call(`making the image ${name}`, () => Promise.reject(new Error('it is not there')))
}

function quoted(value: string): string {
  return `"${value.replaceAll(/["\\$]/g, String.raw`\$&`)}"`
}
