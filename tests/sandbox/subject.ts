import { join } from 'node:path'
import {
  type Command,
  type CommandResult,
  type FileMode,
  type Sandbox,
  type Testbed,
  type TestbedSpec,
  type TreeHash,
  type TreeStore,
} from '@quarry/core'
import type { OpenerName } from './openers.ts'
import type { Promises } from './conformance.ts'

/** The implementation under test; `current` is there once the suite's beforeAll has run. */
export interface Subject {
  readonly name: OpenerName
  readonly promises: Promises
  current: Current | null
}

export interface Current {
  readonly temporaryRoot: string
  /** The temporary root that the sandbox was given. */
  readonly sandboxRoot: string
  readonly trees: TreeStore
  readonly sandbox: Sandbox
  /** A sealed environment without any distribution. */
  readonly tag: string
}

export function currentOf(subject: Subject): Current {
  if (subject.current === null) throw new Error('the suite has not been set up')
  return subject.current
}

export const never = new AbortController().signal

/** A sealed environment made of nothing but the interpreter; returns its tag. */
export async function makeEnvironment(sandbox: Sandbox, trees: TreeStore): Promise<string> {
  const interpreter = await sandbox.findInterpreter(null)
  const tag = 'conformance'
  const tree = await trees.writeTree([])
  const builder = await sandbox.openBuilder({ tag, interpreter, tree, tools: null }, never)
  const argv = [interpreter.executable, '-m', 'venv', '--without-pip', builder.paths.environment]
  const made = await builder.run({ argv }, never)
  if (made.status !== 0) throw new Error(text(made.stderr))
  await builder.seal()
  await builder.close()
  return tag
}

export type Files = Readonly<Record<string, string | Uint8Array | { mode: FileMode; content: string }>>

export async function makeTree(trees: TreeStore, files: Files): Promise<TreeHash> {
  const entries = await Promise.all(
    Object.entries(files).map(async ([path, file]) => {
      const plain = typeof file === 'string' || file instanceof Uint8Array
      const blob = await trees.writeBlob(Buffer.from(plain ? file : file.content))
      return { path, mode: plain ? ('100644' as const) : file.mode, blob }
    }),
  )
  return trees.writeTree(entries)
}

/** Opens a testbed on a tree of these files, and closes it when `use` is done. */
export async function withTestbed<T>(
  subject: Subject,
  files: Files,
  use: (testbed: Testbed) => Promise<T>,
  more: Partial<TestbedSpec> = {},
): Promise<T> {
  const { sandbox, trees, tag } = currentOf(subject)
  const tree = await makeTree(trees, files)
  const spec = { tag, tree, overlay: null, site: null, tools: null, network: 'loopback' as const, ...more }
  const testbed = await sandbox.openTestbed(spec, never)
  try {
    return await use(testbed)
  } finally {
    await testbed.close()
  }
}

/** Runs a Python program on an empty tree. */
export function runPython(
  subject: Subject,
  program: string,
  more: Omit<Command, 'argv'> = {},
): Promise<CommandResult> {
  return withTestbed(subject, {}, (testbed) =>
    testbed.run({ argv: [testbed.python, '-c', program], ...more }, never),
  )
}

export function runShell(
  subject: Subject,
  script: string,
  more: Omit<Command, 'argv'> = {},
): Promise<CommandResult> {
  return withTestbed(subject, {}, (testbed) => testbed.run({ argv: ['sh', '-c', script], ...more }, never))
}

/** What the implementation says that it does not give here. */
export async function whatIsMissing(subject: Subject): Promise<string> {
  const report = await currentOf(subject).sandbox.describe()
  return report.missing.map((each) => each.what).join('\n')
}

export function text(bytes: Uint8Array): string {
  return new TextDecoder().decode(bytes)
}

/** How a command ended, with its output as text: what most checks compare. */
export function plainly(result: CommandResult): {
  outcome: string
  status: number | null
  stdout: string
  stderr: string
} {
  return {
    outcome: result.outcome,
    status: result.status,
    stdout: text(result.stdout),
    stderr: text(result.stderr),
  }
}

/** What a run that printed only this, and went well, looks like. */
export function printed(stdout: string): ReturnType<typeof plainly> {
  return { outcome: 'exited', status: 0, stdout, stderr: '' }
}

/** Where the sandbox keeps what belongs to runs: empty when nothing is open. */
export function runsDirectory(current: Current): string {
  return join(current.sandboxRoot, 'runs')
}
