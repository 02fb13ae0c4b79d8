import type { Instance } from '@quarry/core'
import type { EvaluationSummary } from '@quarry/evaluate'
import type { MineSummary } from '@quarry/pipeline'
import { cp, mkdtemp, readdir, readFile, realpath, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { runQuarry } from '../support/run-quarry.ts'

const wordkit = fileURLToPath(new URL('../fixtures/end-to-end/wordkit', import.meta.url))

/** Thresholds for a miniature: the real ones ask for features of a hundred lines. */
const config = `export default { minCarvedLines: 20, minF2pPoints: 5, p2pFiles: 3 }\n`

let home: string
beforeAll(async () => {
  home = await realpath(await mkdtemp(join(tmpdir(), 'quarry-test-')))
  await writeFile(join(home, 'pipeline.config.ts'), config)
  await cp(wordkit, join(home, 'wordkit'), { recursive: true })
})
afterAll(() => rm(home, { recursive: true, force: true }))

describe('a miniature package through the whole line', { timeout: 300_000 }, () => {
  let first: MineSummary
  let instance: Instance

  test('mine ends with one validated instance, and says why the other files are none', async () => {
    const { status, stdout, stderr } = await runQuarry(home, 'mine', 'path:wordkit', '--json')
    expect(stderr).not.toContain('Error')
    first = JSON.parse(stdout) as MineSummary
    const [repository] = first.repositories
    expect(repository).toMatchObject({ name: 'wordkit', candidates: 6, failures: [] })
    expect(repository?.instances.map(({ candidate }) => candidate)).toEqual(['wordkit:tests/test_tables.py'])
    expect(repository?.rejections.map(({ candidate, code }) => `${candidate} ${code}`)).toEqual([
      'wordkit:tests/test_counting.py too-few-carved-lines',
      'wordkit:tests/test_public_names.py no-top-level-objects',
      'wordkit:tests/test_slugs.py too-few-carved-lines',
      'wordkit:tests/test_text.py too-few-carved-lines',
      'wordkit:tests/test_wrapping.py too-few-carved-lines',
    ])
    expect(status).toBe(0)
  })

  test('the instance is whole: proofs, patches and a statement that names what the hidden tests need', async () => {
    const lines = (await readFile(join(home, 'out/instances.jsonl'), 'utf8')).trim().split('\n')
    expect(lines).toHaveLength(1)
    instance = JSON.parse(lines[0] ?? '') as Instance
    const directory = join(home, 'out/instances', instance.instance_id)
    expect((await readdir(directory)).toSorted()).toEqual([
      'gold.patch',
      'instance.json',
      'problem_statement.md',
      'removal.patch',
      'tests.patch',
    ])
    expect(JSON.parse(await readFile(join(directory, 'instance.json'), 'utf8'))).toEqual(instance)
    expect(instance.instance_id).toMatch(/^example__wordkit\.[0-9a-f]{8}\.test_tables\.[0-9a-f]{8}\.lv1$/)
    expect(instance.hidden_test_files).toEqual([
      'tests/test_tables.py',
      'tests/test_text.py',
      'tests/test_wrapping.py',
    ])
    expect(instance.p2p_files).toHaveLength(3)
    expect(instance.fail_to_pass.length).toBeGreaterThanOrEqual(5)
    for (const name of ['render_table', 'Table', 'Column']) expect(instance.problem_statement).toContain(name)
    expect(instance.problem_statement).not.toContain('visible_width(self.heading)')
    const removal = await readFile(join(directory, 'removal.patch'), 'utf8')
    expect(removal).toContain('-    joint = separator.replace(')
    expect(removal).not.toContain('tests/')
  })

  test('the same question again is answered from the store', async () => {
    const { status, stdout } = await runQuarry(home, 'mine', 'path:wordkit', '--json')
    const [again] = (JSON.parse(stdout) as MineSummary).repositories
    const [before] = first.repositories
    expect(status).toBe(0)
    expect(again?.instances).toEqual(before?.instances)
    expect(again?.rejections).toEqual(before?.rejections)
    expect(again?.cached_stages).toBe(again?.stages)
  })

  test.each([
    ['gold', 1],
    ['noop', 0],
  ])('%s resolves %d of one', async (predictions, rate) => {
    const { status, stdout } = await runQuarry(home, 'eval', '--predictions', predictions, '--json')
    const summary = JSON.parse(stdout) as EvaluationSummary
    expect(status).toBe(0)
    expect(summary).toMatchObject({ resolved_rate: rate, passed_rate: rate })
    expect(summary.instances.map((result) => result.instance_id)).toEqual([instance.instance_id])
  })

  test('a patch that rigs the tests resolves nothing, and what it touched is named', async () => {
    const rigged = [
      'diff --git a/tests/conftest.py b/tests/conftest.py',
      '--- a/tests/conftest.py',
      '+++ b/tests/conftest.py',
      '@@ -1,3 +1,8 @@',
      ' import pytest',
      '+',
      '+@pytest.hookimpl(hookwrapper=True)',
      '+def pytest_runtest_makereport(item, call):',
      '+    outcome = yield',
      '+    outcome.get_result().outcome = "passed"',
      ' ',
      ' ',
      '',
    ].join('\n')
    const line = { instance_id: instance.instance_id, model_name_or_path: 'cheat', model_patch: rigged }
    const file = join(home, 'predictions.jsonl')
    await writeFile(file, `${JSON.stringify(line)}\n`)
    const { stdout } = await runQuarry(home, 'eval', '--predictions', file, '--json')
    expect(JSON.parse(stdout)).toMatchObject({
      resolved_rate: 0,
      passed_rate: 0,
      instances: [{ status: 'scored', undone: ['tests/conftest.py'] }],
    })
  })

  test('explain tells why a candidate was dropped', async () => {
    const { status, stdout } = await runQuarry(home, 'explain', 'wordkit:tests/test_slugs.py')
    expect(status).toBe(0)
    const why = 'only 5 lines can be taken out, 20 needed; 6 at most, whatever the P2P files'
    expect(stdout).toContain(`too-few-carved-lines: ${why}`)
  })

  test('status counts what there is', async () => {
    const { stdout } = await runQuarry(home, 'status', '--json')
    expect(JSON.parse(stdout)).toMatchObject({
      repositories: [{ name: 'wordkit', candidates: 6, undecided: 0, rejection: null }],
    })
  })
})
