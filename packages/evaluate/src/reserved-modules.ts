import { BugError, InfrastructureError, type Sandbox, type Environment, type TreeHash } from '@quarry/core'
import { z } from 'zod'

const script = `
import json, os, sys, sysconfig
names = set(sys.builtin_module_names) | set(getattr(sys, "stdlib_module_names", ()))
for place in ("stdlib", "platstdlib", "purelib", "platlib"):
    directory = sysconfig.get_path(place)
    names.update(entry.split(".")[0] for entry in os.listdir(directory) if os.path.isdir(directory))
print(json.dumps(sorted(name for name in names if name.isidentifier())))
`

/** Quarry's own, in the process that runs the tests. */
const probe = 'quarry_probe'

const asked = new WeakMap<Sandbox, Map<string, Promise<ReadonlySet<string>>>>()

/**
 * Names of top-level modules that the environment's interpreter has by itself: the standard library and everything
 * installed. A module of such a name in the tree would take its place. The answer is the same for every prediction in
 * an environment, so it is asked once.
 *
 * @param tree any tree that a testbed can show
 * @throws InfrastructureError when the interpreter does not answer
 */
export function reservedModules(
  sandbox: Sandbox,
  environment: Environment,
  tree: TreeHash,
  signal: AbortSignal,
): Promise<ReadonlySet<string>> {
  const known = asked.get(sandbox) ?? new Map<string, Promise<ReadonlySet<string>>>()
  asked.set(sandbox, known)
  const { tag } = environment
  const answer = known.get(tag) ?? askInterpreter(sandbox, tag, tree, signal)
  known.set(tag, answer)
  answer.catch(() => known.delete(tag))
  return answer
}

async function askInterpreter(
  sandbox: Sandbox,
  tag: string,
  tree: TreeHash,
  signal: AbortSignal,
): Promise<ReadonlySet<string>> {
  const spec = { tag, tree, overlay: null, site: null, tools: null, network: 'loopback' } as const
  const testbed = await sandbox.openTestbed(spec, signal)
  try {
    const result = await testbed.run({ argv: [testbed.python, '-I', '-c', script] }, signal)
    const said = new TextDecoder().decode(result.stdout)
    if (result.outcome !== 'exited' || result.status !== 0)
      throw new InfrastructureError(
        `${testbed.python} does not say which modules it has: ${new TextDecoder().decode(result.stderr).slice(-500)}`,
        { code: 'interpreter-did-not-answer' },
      )
    const names = z.array(z.string()).safeParse(JSON.parse(said))
    if (!names.success)
      throw new BugError('the list of modules is none', { code: 'module-list', cause: names.error })
    return new Set([...names.data, probe])
  } finally {
    await testbed.close()
  }
}
