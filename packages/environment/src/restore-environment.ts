import { type Environment, InfrastructureError, type Sandbox, type TreeStore } from '@quarry/core'
import { install } from './build/install.ts'
import { lockOf } from './build/installed.ts'
import { listInstalled } from './build/list-installed.ts'
import { openWorkshop } from './build/open-workshop.ts'
import { tailOf } from './build/output-tail.ts'
import { waitForTurn } from './build/wait-for-turn.ts'

/** Seconds that installing a whole lock may take. */
const restoreSeconds = 1200

/**
 * Makes a lost environment again under its own tag, from its lock alone: nothing is resolved anew.
 * @throws InfrastructureError `environment-rotted` when the index no longer has what is locked; UserError when the
 *   interpreter is gone.
 */
export async function restoreEnvironment(
  environment: Environment,
  { sandbox, trees, signal }: { sandbox: Sandbox; trees: TreeStore; signal: AbortSignal },
): Promise<void> {
  const { tag, lock, python } = environment
  const version = python.version.split('.').slice(0, 2).join('.')
  const interpreter = await sandbox.findInterpreter(version)
  const empty = await trees.writeTree([])
  const spec = { tag, interpreter, tree: empty, tools: null }
  const open = async () => ((await sandbox.hasEnvironment(tag)) ? null : sandbox.openBuilder(spec, signal))
  const builder = await waitForTurn(open, signal)
  if (builder === null) return // another process has made it meanwhile
  try {
    const workshop = await openWorkshop(builder, trees, interpreter, restoreSeconds, signal)
    const pinned = lock.map((distribution) => `${distribution.name}==${distribution.version}`)
    const result = await install(workshop, ['--no-deps', ...pinned])
    if (!result.ok) throw rotted(tag, tailOf(result.output))
    const present = new Map(lockOf(await listInstalled(workshop)).map((found) => [found.name, found.version]))
    const missing = lock.filter((distribution) => present.get(distribution.name) !== distribution.version)
    if (missing.length > 0) throw rotted(tag, missing.map((distribution) => distribution.name).join(', '))
    await builder.seal()
  } finally {
    await builder.close()
  }
}

function rotted(tag: string, why: string): InfrastructureError {
  return new InfrastructureError(
    `the environment ${tag.slice(0, 12)} can no longer be installed from its lock: ${why}`,
    { code: 'environment-rotted' },
  )
}
