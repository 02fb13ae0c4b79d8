import { BugError, type Environment, type EventSink, type Sandbox, type TreeStore } from '@quarry/core'
import { restoreEnvironment } from '@quarry/environment'

/** Environments by tag, so that one which the sandbox has lost can be made again from its lock. */
export interface KnownEnvironments {
  remember(environment: Environment): void
  /** @throws InfrastructureError when the locked distributions can no longer be installed */
  restore(tag: string): Promise<void>
}

export function knownEnvironments(
  sandbox: Sandbox,
  trees: TreeStore,
  events: EventSink,
  signal: AbortSignal,
): KnownEnvironments {
  const known = new Map<string, Environment>()
  return {
    remember: (environment) => {
      known.set(environment.tag, environment)
    },
    restore: async (tag) => {
      const environment = known.get(tag)
      if (environment === undefined)
        throw new BugError(`a testbed was opened in an unknown environment ${tag}`, {
          code: 'unknown-environment',
        })
      events.emit({
        type: 'notice',
        subject: tag,
        message: 'the environment is gone; it is installed again from its lock',
      })
      await restoreEnvironment(environment, { sandbox, trees, signal })
    },
  }
}
