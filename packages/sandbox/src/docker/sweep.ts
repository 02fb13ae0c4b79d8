import { thisMachine } from '../common/this-machine.ts'
import { mayBeAlive } from '../common/run-identity.ts'
import { labels } from './container-options.ts'
import type { Engine } from './engine.ts'
import { statusOf } from './engine-errors.ts'

/**
 * Removes containers of runs on this machine that are dead. Seldom are there any: a container ends with its connection,
 * but one that was made and not yet started has none.
 */
export async function sweepContainers(engine: Engine): Promise<void> {
  const filters = { label: [`${labels.host}=${thisMachine()}`] }
  const found = await engine.call('looking for containers of dead runs', () =>
    engine.api.listContainers({ all: true, filters }),
  )
  const dead = found.filter(({ Labels }) => !mayBeAlive(Labels[labels.run] ?? ''))
  for (const { Id } of dead) {
    await engine.call('removing a container of a dead run', () =>
      engine.api
        .getContainer(Id)
        .remove({ force: true, v: true })
        .catch((error: unknown) => {
          if (![404, 409].includes(statusOf(error) ?? 0)) throw error
        }),
    )
  }
}
