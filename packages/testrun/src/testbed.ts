import type { Environment, Sandbox, Testbed, TreeHash } from '@quarry/core'
import { probeDirectory } from './probe-directory.ts'

/** Opens a testbed that shows the tree, the environment's overlay and site, and the probe. The caller closes it. */
export function openTestbed(
  sandbox: Sandbox,
  environment: Pick<Environment, 'tag' | 'overlay' | 'site'>,
  tree: TreeHash,
  options: { readonly network?: 'loopback' | 'host' | undefined },
  signal: AbortSignal,
): Promise<Testbed> {
  const { tag, overlay, site } = environment
  const network = options.network ?? 'loopback'
  return sandbox.openTestbed({ tag, tree, overlay, site, tools: probeDirectory, network }, signal)
}
