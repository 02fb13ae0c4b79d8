import { Duplex } from 'node:stream'
import { fileURLToPath } from 'node:url'
import { BugError, InfrastructureError, type Command, type CommandResult } from '@quarry/core'
import { execa } from 'execa'
import { supervisorResult } from '../common/supervisor-record.ts'
import type { Specification } from './specification.ts'

const supervisorFile = fileURLToPath(new URL('../../supervisor/main.py', import.meta.url))
const channelDescriptor = 3
/** How long the supervisor may take to end everything before it is killed itself, in milliseconds. */
const patience = 5000
/** How long it may take to lay the tree and mount everything, in milliseconds. */
const preparation = 120_000

/**
 * Runs one command under the supervisor and waits until nothing of it is left.
 * Rejects with the signal's reason when aborted.
 * @throws InfrastructureError `sandbox-failed` when the command could not be started as asked.
 */
export async function supervise(
  supervisorPython: string,
  specification: Specification,
  { stdin, onStdout }: Pick<Command, 'stdin' | 'onStdout'>,
  signal: AbortSignal,
): Promise<CommandResult> {
  signal.throwIfAborted()
  const [file, ...leading] = [...namespaceArguments(specification), supervisorPython]
  const subprocess = execa(file, [...leading, '-I', '-S', '-B', supervisorFile], {
    stdio: ['pipe', 'pipe', 'pipe', 'pipe'],
    input: stdin ?? new Uint8Array(),
    encoding: 'buffer',
    stripFinalNewline: false,
    buffer: { stdout: true, stderr: true, fd3: false },
    maxBuffer: specification.limits.outputBytes + 65_536,
    env: { PATH: process.env['PATH'] ?? '/usr/bin:/bin' },
    extendEnv: false,
    // A group of its own: Ctrl-C at the terminal is Quarry's to handle.
    detached: true,
    reject: false,
  })
  if (onStdout !== undefined) subprocess.stdout.on('data', onStdout)
  const channel = twoWay(subprocess.stdio[channelDescriptor])
  const answer = collect(channel)
  channel.write(`${JSON.stringify(specification)}\n`)
  let overdue = setTimeout(kill, specification.limits.wallSeconds * 1000 + preparation + patience)
  function kill(): void {
    subprocess.kill('SIGKILL')
  }
  function abandon(): void {
    channel.end()
    clearTimeout(overdue)
    overdue = setTimeout(kill, patience)
  }
  signal.addEventListener('abort', abandon, { once: true })
  try {
    const ended = await subprocess
    signal.throwIfAborted()
    if (ended.exitCode === undefined && ended.signal === undefined) throw notStarted(file, ended)
    return toResult(await answer, ended.stdout, ended.stderr, ended.exitCode)
  } finally {
    clearTimeout(overdue)
    signal.removeEventListener('abort', abandon)
    channel.destroy()
  }
}

function namespaceArguments(specification: Specification): [string, ...string[]] | [] {
  if (specification.isolation === 'none') return []
  const asOrdinaryUser = specification.user.change === 'user-namespace'
  return [
    'unshare',
    ...(asOrdinaryUser ? ['--user', '--map-root-user'] : []),
    ...(specification.network === 'loopback' ? ['--net'] : []),
    '--mount',
    '--pid',
    '--ipc',
    '--uts',
    '--fork',
    '--kill-child',
    '--',
  ]
}

function twoWay(stream: unknown): Duplex {
  if (stream instanceof Duplex) return stream
  throw new BugError('The channel to the supervisor is not two-way.', { code: 'no-channel' })
}

function collect(channel: Duplex): Promise<string> {
  return new Promise((resolve) => {
    let text = ''
    channel.setEncoding('utf8')
    channel.on('data', (chunk: string) => (text += chunk))
    channel.on('error', () => undefined) // a reset when the supervisor is killed; the missing record tells
    channel.on('close', () => resolve(text))
  })
}

function notStarted(file: string, cause: unknown): InfrastructureError {
  return new InfrastructureError(
    `The local sandbox could not start ${file}. Check that it is installed and on PATH.`,
    { code: 'sandbox-failed', cause },
  )
}

function toResult(
  answer: string,
  stdout: Uint8Array,
  stderr: Uint8Array,
  exitCode: number | undefined,
): CommandResult {
  const result = answer.endsWith('\n')
    ? supervisorResult(JSON.parse(answer), stdout, stderr)
    : `the supervisor ended with status ${exitCode ?? 'none'} and no record`
  if (typeof result !== 'string') return result
  const said = new TextDecoder().decode(stderr).trim()
  throw new InfrastructureError(
    `The local sandbox could not run a command: ${result}.${said === '' ? '' : ` It said: ${said}`}`,
    { code: 'sandbox-failed' },
  )
}
