import { access, constants, mkdir } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { availableParallelism } from 'node:os'
import {
  type EventSink,
  loadConfig,
  openArtifactStore,
  openGitTreeStore,
  PipelineConfig,
  type PipelineConfigInput,
  type Sandbox,
  type SandboxKind,
  type TreeStore,
  UserError,
} from '@quarry/core'
import { chooseSandbox } from '@quarry/sandbox'
import type { Archive } from './archive.ts'
import { dockerSettings } from './docker-settings.ts'
import { type KnownEnvironments, knownEnvironments } from './known-environments.ts'
import { sweepTemporary } from './sweep.ts'
import { workingSandbox } from './working-sandbox.ts'

/** Everything that one run of Quarry works with. */
export interface Workspace extends Archive {
  /** Where `pipeline.config.ts` and `repos/` are. */
  readonly directory: string
  readonly config: PipelineConfig
  readonly concurrency: number
  readonly trees: TreeStore
  readonly sandbox: Sandbox
  /** Environments that can be made again from their lock when the sandbox no longer has them. */
  readonly environments: KnownEnvironments
  readonly events: EventSink
  readonly signal: AbortSignal
  /** Ends everything that was started; safe to call twice. */
  close(): Promise<void>
}

export interface WorkspaceOptions {
  readonly directory: string
  readonly out?: string
  readonly sandbox: 'auto' | SandboxKind
  /** Settings from the command line; they win over `pipeline.config.ts`. */
  readonly overrides: PipelineConfigInput
}

/**
 * Opens the stores and the sandbox of a directory.
 * @throws UserError when the configuration is wrong, the folder for everything generated cannot be written to, or the
 *   sandbox that was asked for is not to be had.
 */
export async function openWorkspace(
  options: WorkspaceOptions,
  events: EventSink,
  signal: AbortSignal,
): Promise<Workspace> {
  const fromFile = await loadConfig(options.directory)
  const config = PipelineConfig.parse({ ...fromFile, ...options.overrides })
  const out = resolve(options.directory, options.out ?? config.out)
  const concurrency = config.concurrency ?? availableParallelism()
  await makeOut(out)
  await sweepTemporary()
  const trees = await openGitTreeStore(join(out, 'trees.git'))
  const store = await openArtifactStore(join(out, 'artifacts'))
  const sandbox = await chooseSandbox(options.sandbox, {
    trees,
    defaultLimits: commandLimits(config),
    settings: dockerSettings(config),
    idleContainers: concurrency,
  })
  const environments = knownEnvironments(sandbox, trees, events, signal)
  return {
    directory: options.directory,
    out,
    config,
    concurrency,
    store,
    trees,
    sandbox: workingSandbox(sandbox, concurrency, environments.restore),
    environments,
    events,
    signal,
    close: async () => {
      await sandbox.close()
      await trees.close()
    },
  }
}

async function makeOut(out: string): Promise<void> {
  try {
    await mkdir(out, { recursive: true })
    await access(out, constants.W_OK)
  } catch (cause) {
    const why = cause instanceof Error ? cause.message : String(cause)
    throw new UserError(
      `cannot write to ${out}, where everything generated goes: ${why}; name another folder with --out`,
      {
        code: 'out-not-writable',
        cause,
      },
    )
  }
}

function commandLimits(config: PipelineConfig) {
  const megabyte = 1024 * 1024
  return {
    wallSeconds: config.limits.buildSeconds,
    memoryBytes: config.limits.memoryMegabytes * megabyte,
    processes: config.limits.processes,
    diskBytes: config.limits.diskMegabytes * megabyte,
    outputBytes: 256 * megabyte,
  }
}
