import {
  type Environment,
  InfrastructureError,
  type Interpreter,
  type Sandbox,
  type TreeStore,
} from '@quarry/core'
import { install } from './build/install.ts'
import { lockOf } from './build/installed.ts'
import { listInstalled } from './build/list-installed.ts'
import { lockTrouble } from './build/lock-trouble.ts'
import { openWorkshop } from './build/open-workshop.ts'
import { tailOf } from './build/output-tail.ts'
import { waitForTurn } from './build/wait-for-turn.ts'

/** Seconds that installing a whole lock may take. */
const restoreSeconds = 1200

/**
 * Makes a lost environment again under its own tag, from its lock alone: nothing is resolved anew.
 * @throws InfrastructureError `environment-rotted` when the index no longer gives what is locked, `interpreter-changed`
 *   when only another release of the same Python is to be had; UserError when there is none at all.
 */
export async function restoreEnvironment(
  environment: Environment,
  { sandbox, trees, signal }: { sandbox: Sandbox; trees: TreeStore; signal: AbortSignal },
): Promise<void> {
  const { tag, lock } = environment
  const interpreter = await sameInterpreter(environment, sandbox)
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
    const trouble = lockTrouble(lock, lockOf(await listInstalled(workshop)))
    if (trouble !== null) throw rotted(tag, trouble)
    await builder.seal()
  } finally {
    await builder.close()
  }
}

/** Outcomes were proved under one release of Python; under another, tests may come out differently. */
async function sameInterpreter({ tag, python }: Environment, sandbox: Sandbox): Promise<Interpreter> {
  const minor = python.version.split('.').slice(0, 2).join('.')
  const found = await sandbox.findInterpreter(minor)
  if (found.version === python.version && found.implementation === python.implementation) return found
  const was = `${python.implementation} ${python.version}`
  throw new InfrastructureError(
    `the environment ${tag.slice(0, 12)} was made with ${was}, and Python ${minor} is ${found.implementation} ${found.version} here (${found.executable}); make ${was} available again, or mine the repository again: that makes an environment, and instances, with the new one`,
    { code: 'interpreter-changed' },
  )
}

function rotted(tag: string, why: string): InfrastructureError {
  return new InfrastructureError(
    `the environment ${tag.slice(0, 12)} can no longer be installed from its lock: ${why}`,
    { code: 'environment-rotted' },
  )
}
