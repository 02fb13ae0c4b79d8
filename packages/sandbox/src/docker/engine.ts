import { existsSync } from 'node:fs'
import { userInfo } from 'node:os'
import type Docker from 'dockerode'
import { UserError } from '@quarry/core'
import { explainEngineError } from './engine-errors.ts'

/** A container engine that answered. */
export interface Engine {
  readonly api: Docker
  /** How it was reached, such as `unix:///var/run/docker.sock`. */
  readonly where: string
  readonly name: string
  readonly version: string
  readonly storage: string
  readonly cgroups: string
  readonly processors: number
  /** What the engine can't enforce, as it says itself. */
  readonly unlimited: readonly ('memory' | 'processes' | 'processors')[]
  /** Runs a call; what fails is explained. `doing` completes "the engine failed (…)". */
  call<T>(doing: string, task: () => Promise<T>): Promise<T>
}

/** Where an engine may listen when DOCKER_HOST does not say: Docker and Podman, the system's and the user's own. */
function usualSockets(): string[] {
  const own = process.env['XDG_RUNTIME_DIR'] ?? `/run/user/${userInfo().uid}`
  return [
    '/var/run/docker.sock',
    `${own}/docker.sock`,
    `${own}/podman/podman.sock`,
    '/run/podman/podman.sock',
  ]
}

/**
 * Reaches the engine that DOCKER_HOST names (with DOCKER_TLS_VERIFY and DOCKER_CERT_PATH), else the first usual socket
 * that is there.
 * @throws UserError `no-container-engine`, `engine-permission-denied`; InfrastructureError `engine-failed`.
 */
export async function connectEngine(): Promise<Engine> {
  // Slow to import, and only needed here.
  const { default: DockerClient } = await import('dockerode')
  const named = process.env['DOCKER_HOST']
  const usual = usualSockets()
  const socketPath = usual.find((path) => existsSync(path)) ?? usual[0] ?? ''
  const isNamed = named !== undefined && named !== ''
  const api = isNamed ? namedEngine(DockerClient, named) : new DockerClient({ socketPath })
  const where = isNamed ? named : `unix://${socketPath}`
  const call = async <T>(doing: string, task: () => Promise<T>): Promise<T> => {
    try {
      return await task()
    } catch (error) {
      throw explainEngineError(error, where, doing)
    }
  }
  const version = await call('asking its version', () => inTime(api.version()))
  const info: Info = await call('asking about it', () => api.info())
  const isPodman = (version.Components ?? []).some(({ Name }) => Name.startsWith('Podman'))
  return {
    api,
    where,
    name: isPodman ? 'Podman' : 'Docker Engine',
    version: version.Version,
    storage: info.Driver ?? 'unknown',
    cgroups: `cgroup v${info.CgroupVersion ?? '1'}`,
    processors: info.NCPU ?? 1,
    unlimited: [
      ...(info.MemoryLimit === false ? ['memory' as const] : []),
      ...(info.PidsLimit === false ? ['processes' as const] : []),
      ...(info.CpuCfsQuota === false ? ['processors' as const] : []),
    ],
    call,
  }
}

/** @throws UserError `docker-host-invalid`. */
function namedEngine(client: typeof Docker, host: string): Docker {
  try {
    return new client()
  } catch (cause) {
    const why = cause instanceof Error ? cause.message : String(cause)
    throw new UserError(
      `DOCKER_HOST is ${host}, and cannot be used so: ${why}. It is written as unix:///path/docker.sock, tcp://host:port or ssh://user@host; with DOCKER_TLS_VERIFY, DOCKER_CERT_PATH names the folder with ca.pem, cert.pem and key.pem.`,
      { code: 'docker-host-invalid', cause },
    )
  }
}

/** How long an engine may take to say who it is, in milliseconds; one that hangs would never say. */
const patience = 30_000

async function inTime<T>(answer: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('it does not answer')), patience)
  })
  return Promise.race([answer, late]).finally(() => clearTimeout(timer))
}

interface Info {
  readonly Driver?: string
  readonly CgroupVersion?: string
  readonly NCPU?: number
  readonly MemoryLimit?: boolean
  readonly PidsLimit?: boolean
  readonly CpuCfsQuota?: boolean
}
