import { cp, mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Command, CommandResult, SandboxPaths, Testbed } from '@quarry/core'
import { probeDirectory } from '@quarry/testrun'
import { execa } from 'execa'
import { pythonWithPytest } from './python-with-pytest.ts'

/** A testbed without isolation: a copy of a directory, and processes of this machine. What a command writes stays. */
export async function openSubprocessTestbed(source: string, tools = probeDirectory): Promise<Testbed> {
  const environment = await pythonWithPytest()
  const top = await mkdtemp(join(tmpdir(), 'quarry-testbed-'))
  const paths = {
    testbed: join(top, 'testbed'),
    environment,
    site: join(top, 'site'),
    tools,
    home: join(top, 'home'),
    temporary: join(top, 'tmp'),
  }
  await cp(source, paths.testbed, { recursive: true })
  for (const directory of [paths.site, paths.home, paths.temporary]) await mkdir(directory)
  const python = join(environment, 'bin/python')
  return {
    paths,
    python,
    run: (command, signal) => runCommand(paths, command, signal),
    close: () => rm(top, { recursive: true, force: true }),
  }
}

async function runCommand(
  paths: SandboxPaths,
  command: Command,
  signal: AbortSignal,
): Promise<CommandResult> {
  const [program = '', ...rest] = command.argv
  const began = performance.now()
  // Its own, as in a sandbox: several commands run at once, and one may clean up.
  const temporary = await mkdtemp(join(paths.temporary, 'command-'))
  const subprocess = execa(program, rest, {
    cwd: command.cwd ?? paths.testbed,
    env: { PATH: '/usr/bin:/bin', HOME: paths.home, TMPDIR: temporary, ...command.variables },
    extendEnv: false,
    input: command.stdin ?? new Uint8Array(),
    encoding: 'buffer',
    stripFinalNewline: false,
    reject: false,
    timeout: (command.limits?.wallSeconds ?? 60) * 1000,
    killSignal: 'SIGKILL',
    maxBuffer: command.limits?.outputBytes ?? 1_000_000,
    cancelSignal: signal,
  })
  if (command.onStdout !== undefined) subprocess.stdout.on('data', command.onStdout)
  const result = await subprocess
  signal.throwIfAborted()
  return {
    outcome: result.timedOut ? 'timed-out' : result.signal ? 'killed-by-signal' : 'exited',
    status: result.exitCode ?? null,
    signal: result.signal ?? null,
    stdout: result.stdout,
    stderr: result.stderr,
    truncated: result.isMaxBuffer,
    durationMs: performance.now() - began,
  }
}
