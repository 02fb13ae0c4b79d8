import type { Instance } from '@quarry/core'
import type { EvaluationSummary } from '@quarry/evaluate'
import type { Explanation, MineSummary } from '@quarry/pipeline'
import { cp, mkdtemp, readFile, realpath, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { runQuarry } from '../support/run-quarry.ts'

const purse = fileURLToPath(new URL('../fixtures/end-to-end/purse', import.meta.url))
const joined = 'purse:tests/test_deposits.py+1'

let home: string
beforeAll(async () => {
  home = await realpath(await mkdtemp(join(tmpdir(), 'quarry-test-')))
  await writeFile(
    join(home, 'pipeline.config.ts'),
    'export default { minCarvedLines: 20, minF2pPoints: 5, p2pFiles: 3 }\n',
  )
  await cp(purse, join(home, 'purse'), { recursive: true })
})
afterAll(() => rm(home, { recursive: true, force: true }))

describe('a feature whose tests are in two files, each too small alone', { timeout: 300_000 }, () => {
  test('is one task', async () => {
    const { stdout } = await runQuarry(home, 'mine', 'path:purse', '--json')
    const [repository] = (JSON.parse(stdout) as MineSummary).repositories
    expect(repository).toMatchObject({ name: 'purse', candidates: 7, failures: [] })
    expect(repository?.instances).toMatchObject([{ candidate: joined, fail_to_pass: 6 }])
    const rejected = repository?.rejections.map(({ candidate, code }) => `${candidate} ${code}`)
    expect(rejected).toContain('purse:tests/test_deposits.py too-few-f2p-points')
    expect(rejected).toContain('purse:tests/test_withdrawals.py too-few-f2p-points')
  })

  test('hides both files, and is named after both', async () => {
    const [line = ''] = (await readFile(join(home, 'out/instances.jsonl'), 'utf8')).split('\n')
    const instance = JSON.parse(line) as Instance
    expect(instance.f2p_files).toEqual(['tests/test_deposits.py', 'tests/test_withdrawals.py'])
    // What the ledger alone calls goes with it, and a test of that is hidden too.
    expect(instance.hidden_test_files).toEqual([...instance.f2p_files, 'tests/test_reading.py'])
    expect(instance.instance_id).toMatch(/^example__purse\.[0-9a-f]{8}\.test_deposits\.483cf92d\.lv1$/)
  })

  test.each([
    ['gold', 1],
    ['noop', 0],
  ])('%s resolves %d of one', async (predictions, rate) => {
    const { stdout } = await runQuarry(home, 'eval', '--predictions', predictions, '--json')
    expect(JSON.parse(stdout) as EvaluationSummary).toMatchObject({ resolved_rate: rate, passed_rate: rate })
  })

  test('is asked for by its id, or by one of its files', async () => {
    const byId = await runQuarry(home, 'mine', 'path:purse', '--candidate', joined, '--json')
    const byFile = await runQuarry(
      home,
      'mine',
      'path:purse',
      '--candidate',
      'tests/test_withdrawals.py',
      '--json',
    )
    const candidates = ({ stdout }: { stdout: string }) => {
      const [repository] = (JSON.parse(stdout) as MineSummary).repositories
      return [...(repository?.instances ?? []), ...(repository?.rejections ?? [])].map(
        ({ candidate }) => candidate,
      )
    }
    expect(candidates(byId)).toEqual([joined])
    expect(candidates(byFile)).toEqual([joined, 'purse:tests/test_withdrawals.py'])
  })

  test('is explained, and counted', async () => {
    const explained = await runQuarry(home, 'explain', joined, '--json')
    expect(JSON.parse(explained.stdout) as Explanation).toMatchObject({
      subject: joined,
      outcome: 'instance',
      instance: { candidate: joined },
    })
    const { stdout } = await runQuarry(home, 'status', '--json')
    expect(JSON.parse(stdout)).toMatchObject({
      repositories: [{ candidates: 7, instances: [{ candidate: joined }] }],
    })
  })
})
