import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { UserError, type Interpreter } from '@quarry/core'
import { z } from 'zod'
import { interpreterBinds } from './interpreter-binds.ts'
import type { Machine } from './machine.ts'
import { insidePaths } from '../common/paths.ts'
import type { Place } from './place.ts'
import { runCommand } from './run-command.ts'

const oldest = [3, 8] as const

/** Prints what the interpreter is; a virtual environment's Python names the one it was made from. */
const question = `
import json, os, sys
base = getattr(sys, "_base_executable", None) or sys.executable
version = ".".join(map(str, sys.version_info[:3]))
print(json.dumps([version, sys.implementation.name, os.path.realpath(base)]))
`
const Answer = z.tuple([z.string(), z.string(), z.string()])

/**
 * The first interpreter of that version (such as `3.11`; null: any from 3.8 on) that the test user can run.
 * @throws UserError `python-not-found` saying what was looked at and why each would not do.
 */
export async function findInterpreter(
  machine: Machine,
  candidates: readonly string[],
  version: string | null,
): Promise<Interpreter> {
  const looked: string[] = []
  for (const candidate of listCandidates(candidates, version)) {
    const found = await examine(machine, candidate, version)
    if (typeof found !== 'string') return found
    looked.push(`  ${candidate}: ${found}`)
  }
  const wanted = version === null ? 'Python 3.8 or later' : `Python ${version}`
  const what = looked.length === 0 ? ' There is none on PATH.' : ` Looked at:\n${looked.join('\n')}\n`
  throw new UserError(
    `No ${wanted} that the user ${machine.user.name} can run was found on this machine.${what}Install it where every user can read it (apt install python3), or name one in QUARRY_PYTHON.`,
    { code: 'python-not-found' },
  )
}

/** Paths that exist, in the order of preference, each once. */
export function listCandidates(candidates: readonly string[], version: string | null): string[] {
  const named = process.env['QUARRY_PYTHON']
  const minor = version?.split('.').slice(0, 2).join('.')
  const names = [...(minor === undefined ? [] : [`python${minor}`]), 'python3', 'python']
  const directories = [...(process.env['PATH'] ?? '').split(':'), '/usr/bin', '/usr/local/bin']
  const installed = names.flatMap((name) =>
    directories.filter((directory) => directory.startsWith('/')).map((directory) => join(directory, name)),
  )
  const given = [...candidates, ...(named === undefined || named === '' ? [] : [named])]
  return [...new Set([...given, ...installed.filter((path) => existsSync(path))])]
}

/** The interpreter, or why it will not do. First run on the host itself, for its true path, then where tests will run it. */
async function examine(
  machine: Machine,
  candidate: string,
  version: string | null,
): Promise<Interpreter | string> {
  const onHost = { ...machine, isolation: 'none' as const }
  const first = await ask(onHost, candidate)
  if (typeof first === 'string') return first
  if (!serves(first.version, version)) return `is Python ${first.version}`
  const second = await ask(machine, first.executable)
  return typeof second === 'string' ? `as ${first.executable} in the sandbox: ${second}` : second
}

async function ask(machine: Machine, executable: string): Promise<Interpreter | string> {
  const result = await runCommand(
    machine,
    placeFor(machine, executable),
    { argv: [executable, '-I', '-S', '-c', question], cwd: '/' },
    AbortSignal.timeout(60_000),
  )
  if (result.outcome !== 'exited' || result.status !== 0) {
    const said = new TextDecoder().decode(result.stderr).trim().split('\n').at(-1) ?? ''
    return said === '' ? `ended with ${result.status ?? result.outcome}` : said
  }
  const answer = Answer.safeParse(parseJson(result.stdout))
  if (!answer.success) return 'did not answer as a Python does'
  const [version, implementation, real] = answer.data
  return { version, implementation, executable: real, checkedAs: machine.user.name }
}

function parseJson(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder().decode(bytes))
  } catch {
    return null
  }
}

function placeFor(machine: Machine, executable: string): Place {
  return {
    paths: insidePaths,
    network: 'loopback',
    binds: machine.isolation === 'namespaces' ? interpreterBinds(executable) : [],
    scratch: [{ target: '/tmp', mode: 0o1777 }],
    overlay: null,
    fresh: [],
    limits: { ...machine.defaultLimits, wallSeconds: 30 },
  }
}

function serves(found: string, wanted: string | null): boolean {
  if (wanted !== null) return found === wanted || found.startsWith(`${wanted}.`)
  const [major = 0, minor = 0] = found.split('.').map(Number)
  return major === oldest[0] && minor >= oldest[1]
}
