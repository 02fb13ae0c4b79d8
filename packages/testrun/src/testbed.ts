import type { Accelerator, Environment, Sandbox, Testbed, TreeHash, TreeStore } from '@quarry/core'
import type { Tracing } from './model.ts'
import { probeDirectory } from './probe-directory.ts'
import { assembleTools, type Tools } from './tools.ts'

type Shown = Pick<Environment, 'tag' | 'overlay' | 'site'>

export interface TestbedOptions {
  readonly network?: 'loopback' | 'host' | undefined
  /** Quarry's own files; default: the probe. */
  readonly tools?: string
}

/** Opens a testbed that shows the tree, the environment's overlay and site, and the probe. The caller closes it. */
export function openTestbed(
  sandbox: Sandbox,
  environment: Shown,
  tree: TreeHash,
  options: TestbedOptions,
  signal: AbortSignal,
): Promise<Testbed> {
  const { tag, overlay, site } = environment
  const { network = 'loopback', tools = probeDirectory } = options
  return sandbox.openTestbed({ tag, tree, overlay, site, tools, network }, signal)
}

/** A testbed with all that its traced runs need. */
export interface TracingTestbed extends Testbed {
  readonly tracing: Tracing
}

/** The same with the tracer's accelerator beside the probe, unless the choice is to do without. */
export async function openTracingTestbed(
  sandbox: Sandbox,
  environment: Shown,
  tree: TreeHash,
  options: {
    readonly network: 'loopback' | 'host'
    readonly tracer: Tracing['tracer']
    readonly accelerator: Accelerator
    readonly trees: TreeStore
  },
  signal: AbortSignal,
): Promise<TracingTestbed> {
  const { network, tracer, accelerator, trees } = options
  const wanted = tracer === 'auto' ? accelerator : { missing: 'not wanted' }
  const tools = await assembleTools(trees, wanted)
  try {
    const testbed = await openTestbed(sandbox, environment, tree, { network, tools: tools.directory }, signal)
    return withTools(testbed, tracer, tools)
  } catch (error) {
    await tools.remove()
    throw error
  }
}

function withTools(testbed: Testbed, tracer: Tracing['tracer'], tools: Tools): TracingTestbed {
  const { paths, python } = testbed
  const accelerator = tools.accelerator === null ? null : `${paths.tools}/${tools.accelerator}`
  return {
    paths,
    python,
    tracing: { tracer, accelerator },
    run: (command, signal) => testbed.run(command, signal),
    close: () => testbed.close().finally(tools.remove),
  }
}
