import { InfrastructureError, type Command, type CommandResult, type Limits } from '@quarry/core'
import { insidePaths } from '../common/paths.ts'
import { supervisorResult } from '../common/supervisor-record.ts'
import { baseVariables } from '../common/variables.ts'
import { type AgentPlace, type AgentSpecification, AsNew, frameKinds } from './protocol.ts'
import type { TestUser } from './test-user.ts'
import type { Worker } from './worker.ts'

export interface Ran {
  readonly result: CommandResult
  /** Comes when the container was made as new: null, or what is left. */
  readonly left: Promise<string | null>
}

export interface RunAs {
  /** Null: root, for Quarry's own commands only. */
  readonly user: TestUser | null
  readonly limits: Limits
  /** Directories to be emptied afterwards; null leaves everything as it is. */
  readonly clean: readonly AgentPlace[] | null
}

/**
 * Runs one command under the agent of a container.
 * @throws InfrastructureError `sandbox-failed`, `container-ended`.
 */
export async function runInWorker(worker: Worker, command: Command, as: RunAs): Promise<Ran> {
  const stdout: Buffer[] = []
  const stderr: Buffer[] = []
  const specification = specify(command, as, worker.greeting.counts_kills)
  const stdin = command.stdin === undefined ? [] : [command.stdin]
  const began = Date.now()
  let answer: unknown
  try {
    answer = await worker.ask({ do: 'run', specification, clean: as.clean }, stdin, (frame) => {
      if (frame.kind === frameKinds.stdout) {
        stdout.push(frame.payload)
        command.onStdout?.(frame.payload)
      }
      if (frame.kind === frameKinds.stderr) stderr.push(frame.payload)
    })
  } catch (error) {
    if (!(await worker.ranOutOfMemory(began))) throw error
    const result = outOfMemory(Buffer.concat(stdout), Buffer.concat(stderr), Date.now() - began)
    return { result, left: Promise.resolve('the container ended') }
  }
  const left = worker.nextRecord().then(whatIsLeft)
  left.catch(() => undefined) // a caller that throws the container away does not ask
  const result = supervisorResult(answer, Buffer.concat(stdout), Buffer.concat(stderr))
  if (typeof result !== 'string') return { result, left }
  throw new InfrastructureError(`The Docker sandbox could not run a command: ${result}.`, {
    code: 'sandbox-failed',
  })
}

/** The kernel ended the supervisor along with the command: what it had sent is all there is. */
function outOfMemory(stdout: Uint8Array, stderr: Uint8Array, durationMs: number): CommandResult {
  return { outcome: 'out-of-memory', status: null, signal: null, stdout, stderr, truncated: true, durationMs }
}

function whatIsLeft(record: unknown): string | null {
  const { error, left } = AsNew.parse(record)
  return error ?? left
}

function specify(command: Command, { user, limits }: RunAs, countsKills: boolean): AgentSpecification {
  const { name, uid, gid } = user ?? { name: 'root', uid: 0, gid: 0 }
  return {
    isolation: 'container',
    user: {
      name,
      uid,
      gid,
      change: user === null ? 'none' : 'setuid',
      inner_uid: uid,
      inner_gid: gid,
    },
    argv: command.argv,
    cwd: command.cwd ?? insidePaths.testbed,
    variables: { ...baseVariables(insidePaths, name), ...command.variables },
    limits: { ...limits, ...command.limits },
    rlimits: [],
    watch_memory: !countsKills,
  }
}
