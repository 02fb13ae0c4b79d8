import { fileURLToPath } from 'node:url'
import type { Testbed } from '@quarry/core'
import { type FileRun, type PytestSettings, runTestFile } from '@quarry/testrun'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openSubprocessTestbed } from '../support/subprocess-testbed.ts'

const settings: PytestSettings = {
  arguments: ['-p', 'no:asyncio'],
  variables: { FORCE_COLOR: '1' },
  importRoots: [''],
  fileSeconds: 30,
  pointSeconds: 20,
}
const fixtures = fileURLToPath(new URL('../fixtures/testrun', import.meta.url))
const testbeds = new Map<string, Testbed>()

beforeAll(async () => {
  for (const name of ['outcomes', 'collection-errors', 'broken-conftest', 'rough-tests']) {
    testbeds.set(name, await openSubprocessTestbed(`${fixtures}/${name}`))
  }
}, 180_000)
afterAll(() => Promise.all([...testbeds.values()].map((testbed) => testbed.close())))

async function run(fixture: string, file: string, limits: Partial<PytestSettings> = {}): Promise<FileRun> {
  const testbed = testbeds.get(fixture)
  if (!testbed) throw new Error(`no testbed for ${fixture}`)
  const options = { file: `tests/${file}`, hashSeed: 1 }
  return runTestFile(testbed, { ...settings, ...limits }, options, new AbortController().signal)
}

/** Status and outcomes by what follows the file's name. */
function summary({ path, status, outcomes }: FileRun): unknown {
  return {
    status,
    ...Object.fromEntries([...outcomes].map(([id, outcome]) => [id.slice(path.length + 2), outcome])),
  }
}

test('ids with blanks, brackets and status words stay whole and apart (C01)', async () => {
  expect(summary(await run('outcomes', 'test_ids.py'))).toEqual({
    status: 'completed',
    'test_p[a b]': 'passed',
    'test_p[x - y]': 'failed',
    'test_p[q]z]': 'passed',
    'test_p[FAILED t - e]': 'passed',
    'test_p[l1\\nl2]': 'passed',
    'test_p[]': 'passed',
    'test_p[[ 50%]]': 'passed',
    'test_p[::]': 'passed',
  })
})

test('phases, skips, xfail kinds and subtests fold into one outcome for each id (C04, C06, C11)', async () => {
  expect(summary(await run('outcomes', 'test_phases.py'))).toEqual({
    status: 'completed',
    test_teardown_error: 'error',
    test_failure_and_teardown_error: 'error',
    test_setup_error: 'error',
    'TestSkipped::test_one': 'skipped',
    'TestSkipped::test_two': 'skipped',
    test_skips_itself: 'skipped',
    test_xfail: 'xfailed',
    test_xpass: 'xpassed',
    test_strict_xpass: 'failed',
    test_xfail_not_run: 'xfailed',
    test_exits: 'failed',
    test_async_without_plugin: 'failed',
    'TestParts::test_one_part_fails': 'failed',
    'TestParts::test_all_parts_pass': 'passed',
    'TestParts::test_skipped': 'skipped',
  })
})

test('a file that can not be imported gives no outcome and its own status (C03)', async () => {
  const bad = await run('collection-errors', 'test_bad.py')
  expect(summary(bad)).toEqual({ status: 'collection-error' })
  expect(bad.log).toContain("cannot import name 'gone'")
  expect(summary(await run('collection-errors', 'test_good.py'))).toEqual({
    status: 'completed',
    test_ok: 'passed',
  })
  expect(summary(await run('collection-errors', 'test_empty.py'))).toEqual({ status: 'no-tests' })
})

test('a conftest that can not be imported is a collection error', async () => {
  expect(summary(await run('broken-conftest', 'test_ok.py'))).toEqual({ status: 'collection-error' })
})

test('a test that leaves the process with status 0 counts as crashed, and what follows as not run', async () => {
  const left = await run('rough-tests', 'test_exit.py')
  expect(left.exitStatus).toBe(0)
  expect(summary(left)).toEqual({
    status: 'crashed',
    test_before: 'passed',
    test_leaves: 'crashed',
    test_after: 'not-run',
  })
})

test('a slow test point fails alone, by its own limit', async () => {
  const slow = await run('rough-tests', 'test_slow.py', { pointSeconds: 0.5 })
  expect(summary(slow)).toEqual({ status: 'completed', test_slow: 'failed', test_after: 'passed' })
})

test('a test point that no limit can interrupt ends with the limit of its file', async () => {
  const hung = await run('rough-tests', 'test_hang.py', { pointSeconds: 0.3, fileSeconds: 3 })
  expect(summary(hung)).toEqual({
    status: 'timed-out',
    test_before: 'passed',
    test_hangs: 'crashed',
    test_after: 'not-run',
  })
})

test('output, closed descriptors, other directories and forks do not touch the records', async () => {
  expect(summary(await run('rough-tests', 'test_streams.py'))).toEqual({
    status: 'completed',
    test_prints: 'passed',
    test_replaces_stdout: 'passed',
    test_closes_descriptors: 'passed',
    test_changes_directory: 'passed',
    test_forks: 'passed',
    test_fails: 'failed',
  })
})

test('a run whose channel for records was written to by tests counts as crashed', async () => {
  expect((await run('rough-tests', 'test_forges.py')).status).toBe('crashed')
  expect(summary(await run('rough-tests', 'test_scribbles.py'))).toEqual({
    status: 'crashed',
    test_scribbles: 'crashed',
  })
})

test('nothing colours the output, whatever the repository sets (C08)', async () => {
  const run8 = await run('rough-tests', 'test_colours.py')
  expect(summary(run8)).toEqual({ status: 'completed', test_no_colours: 'passed' })
  expect(run8.log).not.toContain('\u001b[')
})
