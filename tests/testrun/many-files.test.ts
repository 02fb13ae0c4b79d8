import { fileURLToPath } from 'node:url'
import type { Command, Testbed } from '@quarry/core'
import { runTestFile, runTestFiles, traceTestFile, traceTestFiles, sharedWarmUp } from '@quarry/testrun'
import { afterEach, expect, test } from 'vitest'
import { openSubprocessTestbed } from '../support/subprocess-testbed.ts'

const settings = { arguments: [], variables: {}, importRoots: [''], fileSeconds: 4, pointSeconds: 0 }
const fixture = fileURLToPath(new URL('../fixtures/testrun/many-files', import.meta.url))
const signal = new AbortController().signal
const opened: Testbed[] = []

afterEach(() => Promise.all(opened.splice(0).map((testbed) => testbed.close())))

/** A testbed that keeps what was run in it. */
async function openCounting(): Promise<{ testbed: Testbed; commands: Command[] }> {
  const testbed = await openSubprocessTestbed(fixture)
  opened.push(testbed)
  const commands: Command[] = []
  const run: Testbed['run'] = (command, ...rest) => {
    commands.push(command)
    return testbed.run(command, ...rest)
  }
  return { testbed: { ...testbed, run }, commands }
}

const tracing = { tracer: 'auto', accelerator: null } as const

const isWarm = (command: Command): boolean => command.argv.includes('--warm')

const files = ['a_state', 'b_state', 'c_process', 'd_exit', 'e_kills', 'f_hangs', 'g_last'].map(
  (name) => `tests/test_${name}.py`,
)

/** All of a run that must not depend on how its process came to be. */
function lasting<Run extends { log: string; durationMs: number }>(run: Run) {
  return { ...run, log: '', durationMs: 0 }
}

test('forks of a warm process tell what processes of their own tell', async () => {
  const { testbed, commands } = await openCounting()
  const runs: unknown[] = []
  const options = {
    files,
    hashSeed: 1,
    warm: sharedWarmUp({
      modules: ['xml.dom.minidom', 'no_such_module'],
      sources: ['shop/__init__.py', 'gone.py'],
    }),
  }
  await runTestFiles(testbed, settings, options, (run) => runs.push(lasting(run)), signal)

  const expected = []
  for (const file of files) {
    const fresh = await openCounting()
    expected.push(lasting(await runTestFile(fresh.testbed, settings, { file, hashSeed: 1 }, signal)))
  }
  expect(runs.toSorted(byPath)).toEqual(expected)
  expect(commands.some(isWarm)).toBe(true)
}, 120_000)

test('traces of forks are those of processes of their own', async () => {
  const { testbed, commands } = await openCounting()
  const some = [0, 1, 6].map((at) => files[at] ?? '')
  const warm = sharedWarmUp({ modules: [], sources: ['shop/__init__.py'] })
  const options = { files: some, hashSeed: 1, warm, tracing }
  const traces: unknown[] = []
  await traceTestFiles(testbed, settings, options, (trace) => traces.push(lasting(trace)), signal)
  const expected = []
  for (const file of some) {
    const fresh = await openCounting()
    expected.push(
      lasting(await traceTestFile(fresh.testbed, settings, { file, hashSeed: 1, tracing }, signal)),
    )
  }
  expect(traces.toSorted(byPath)).toEqual(expected)
  // The second file changed the tree, so the third one got a new process.
  expect([commands[0], commands.at(-1)].map((command) => command && isWarm(command))).toEqual([true, false])
  expect(warm.notes()).toEqual([
    expect.stringMatching(
      /^no fork comes after tests\/test_b_state\.py: it left something behind: .*testbed$/,
    ),
  ])
}, 120_000)

test('a module that starts a thread, or loads the repository, is not imported before a fork', async () => {
  const { testbed, commands } = await openCounting()
  const warm = sharedWarmUp({ modules: ['shop', 'json'], sources: [] })
  const runs: string[] = []
  const options = { files: ['tests/test_a_state.py', 'tests/test_g_last.py'], hashSeed: 1, warm }
  await runTestFiles(testbed, settings, options, (run) => runs.push(`${run.path} ${run.status}`), signal)
  expect(runs).toEqual(['tests/test_a_state.py completed', 'tests/test_g_last.py completed'])
  expect(commands.map(isWarm)).toEqual([true, true])
  expect(warm.current()).toEqual({ modules: ['json'], sources: [] })
  expect(warm.notes()).toEqual(['shop is not imported before a fork: it imports the repository'])
}, 120_000)

test('what goes wrong with a fork’s result is told to whoever asked for it', async () => {
  const { testbed } = await openCounting()
  const refuse = (): never => {
    throw new Error('no room for it')
  }
  const warm = sharedWarmUp({ modules: [], sources: [] })
  const options = { files: ['tests/test_a_state.py', 'tests/test_g_last.py'], hashSeed: 1, warm }
  await expect(runTestFiles(testbed, settings, options, refuse, signal)).rejects.toThrow('no room for it')
}, 120_000)

function byPath(one: unknown, other: unknown): number {
  return pathOf(one) < pathOf(other) ? -1 : 1
}

function pathOf(run: unknown): string {
  return typeof run === 'object' && run !== null && 'path' in run ? String(run.path) : ''
}
