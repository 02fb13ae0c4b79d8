import type Docker from 'dockerode'
import { thisMachine } from '../common/this-machine.ts'
import { insidePaths } from '../common/paths.ts'
import { ownIdentity } from '../common/run-identity.ts'

/** What a container is made for; containers of equal specifications can stand in for each other. */
export interface ContainerSpec {
  readonly image: string
  /** The interpreter that the agent runs under: a path, or a name to be looked up in the image. */
  readonly python: string
  readonly network: 'none' | 'host'
  /** `tests`: nothing but memory can be written to. `build`: the image's own files as well, by who may. */
  readonly purpose: 'tests' | 'build'
  readonly memoryBytes: number
  readonly processes: number
  readonly diskBytes: number
  /** 0: no limit. */
  readonly processors: number
}

export const labels = {
  /** Process of Quarry that a container belongs to. */
  run: 'quarry.run',
  /** Machine that this process runs on: an engine may serve several. */
  host: 'quarry.host',
} as const

/** Where the agent's own files lie; only root gets there. */
const agentDirectory = '/quarry/agent'

/** What the agent needs to lay files as others' and to end others' processes, and no more. */
const capabilities = ['CHOWN', 'DAC_OVERRIDE', 'FOWNER', 'KILL', 'SETGID', 'SETUID']

/** The agent itself, a child that watches, tar. */
const ownProcesses = 8

export function containerOptions(spec: ContainerSpec, bootstrap: string): Docker.ContainerCreateOptions {
  return {
    Image: spec.image,
    Entrypoint: [spec.python],
    Cmd: ['-I', '-S', '-B', '-c', bootstrap],
    Env: ['PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin', 'LANG=C.UTF-8'],
    User: '0:0',
    WorkingDir: '/',
    Hostname: spec.network === 'host' ? '' : 'localhost',
    // The connection is the container's life: the agent ends when its standard input does.
    OpenStdin: true,
    StdinOnce: true,
    AttachStdin: true,
    AttachStdout: true,
    AttachStderr: true,
    Tty: false,
    Labels: { [labels.run]: ownIdentity(), [labels.host]: thisMachine() },
    HostConfig: {
      AutoRemove: true,
      // The agent is the first process: it takes in orphans itself, and ends everything but itself.
      Init: false,
      NetworkMode: spec.network,
      ReadonlyRootfs: spec.purpose === 'tests',
      CapDrop: ['ALL'],
      CapAdd: capabilities,
      SecurityOpt: ['no-new-privileges'],
      Memory: spec.memoryBytes,
      MemorySwap: spec.memoryBytes,
      PidsLimit: spec.processes + ownProcesses,
      NanoCpus: spec.processors * 1e9,
      ShmSize: spec.diskBytes,
      Tmpfs: inMemory(spec),
      // What goes through the connection is no log.
      LogConfig: { Type: 'none', Config: {} },
    },
  }
}

/** A build writes to the container's own layer: what it unpacks may be larger than memory. */
function inMemory({ purpose, diskBytes }: ContainerSpec): Record<string, string> {
  const { testbed, temporary, home, site, tools } = insidePaths
  const places = purpose === 'tests' ? [testbed, temporary, home, site, tools] : []
  const options = `rw,exec,nosuid,nodev,size=${diskBytes}`
  return {
    [agentDirectory]: 'rw,noexec,nosuid,nodev,mode=0700,size=4m',
    ...Object.fromEntries(places.map((path) => [path, options])),
  }
}
