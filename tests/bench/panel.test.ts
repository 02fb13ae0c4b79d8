import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { CandidateFacts } from '../../bench/panel-candidate.ts'
import { rowOf } from '../../bench/panel-figures.ts'
import { readHistory } from '../../bench/panel-history.ts'
import { renderPanel } from '../../bench/panel-markdown.ts'
import { temporaryDirectory } from '../support/temporary-directory.ts'

const rejected: CandidateFacts = {
  id: 'demo:tests/test_a.py',
  testFiles: ['tests/test_a.py'],
  stablePasses: 9,
  rejection: 'isolate too-few-carved-lines',
  yardstick: null,
  carved: null,
  firstCutGreen: null,
  reachesLines: false,
  cutAndCarveMs: null,
}

function instance(goldLines: number, firstCutGreen: boolean): CandidateFacts {
  return {
    id: `demo:tests/test_${goldLines}.py`,
    testFiles: [`tests/test_${goldLines}.py`],
    stablePasses: 30,
    rejection: null,
    yardstick: { goldLines, files: 2, functions: 10, f2pPoints: 20, testPoints: 100 },
    carved: { deleted: 8, hollowed: 2, functions: 10 },
    firstCutGreen,
    reachesLines: true,
    cutAndCarveMs: goldLines,
  }
}

test('a row counts what became of the candidates, and yield goes by those with enough points', () => {
  const broken = { ...rejected, id: 'demo:tests/test_b.py', stablePasses: 10, firstCutGreen: false }
  const twin = { ...broken, id: 'demo:tests/test_a.py+1', rejection: 'isolate same-as-one-file' }
  const facts = [rejected, broken, twin, instance(100, true), instance(200, true), instance(900, false)]
  expect(rowOf('demo', facts, 10)).toEqual({
    name: 'demo',
    version: null,
    candidates: 6,
    eligible: 4,
    validated: 3,
    yield: 0.75,
    rejections: [
      ['isolate too-few-carved-lines', 2],
      ['isolate same-as-one-file', 1],
    ],
    median: { goldLines: 200, files: 2, functions: 10, f2pPoints: 20, testPoints: 100 },
    mean: { goldLines: 400, files: 2, functions: 10, f2pPoints: 20, testPoints: 100 },
    firstCutGreen: { count: 2, of: 5 },
    deleted: { count: 24, of: 30 },
    reachesLines: { count: 3, of: 4 },
    cutAndCarveMs: 200,
    seconds: {},
    wall: null,
  })
})

test('what cannot be told is a dash, and a time that is not whole is marked', () => {
  const row = {
    ...rowOf('demo', [rejected], 10),
    version: '1.0',
    seconds: { environment: 61, observe: null },
  }
  const total = { ...rowOf('all', [rejected], 10), wall: { seconds: 3601, stages: 9, fromStore: 4 } }
  const text = renderPanel({
    repositories: [row],
    total,
    rejected: [{ name: 'other', reason: 'install-failed: no wheel' }],
  })
  const lines = text.split('\n').filter((line) => /^(\| (demo|all|FeatureBench)|- )/.test(line))
  expect(lines).toEqual([
    '| demo 1.0 | 1 | 0 | 0 | – | 1 min 1 s | – | – |',
    '| all | 1 | 0 | 0 | – | – | – | > 60 min 1 s |',
    '| demo | isolate too-few-carved-lines 1 |',
    '| all | isolate too-few-carved-lines 1 |',
    '- other: install-failed: no wheel',
    '| demo | – / – | – / – | – / – | – / – | – / – |',
    '| all | – / – | – / – | – / – | – / – | – / – |',
    '| FeatureBench | – / 790 | – / 15.7 | – / 29.2 | – / 62.7 | – / 302 |',
    '| demo | – | – | – | – |',
    '| all | – | – | – | – |',
  ])
})

test('of several runs the last one tells what became of a candidate, and the one with most work the time', async () => {
  const out = await temporaryDirectory()
  const end = (subject: string, stage: string, cached: boolean, durationMs: number) => ({
    at: '2026-01-01T00:00:00.000Z',
    type: 'stage-finished',
    stage,
    subject,
    cached,
    durationMs,
    rejection: null,
  })
  const broken = { stage: 'validate', code: 'p2p-broken', message: 'one test', evidence: {} }
  await writeRun(out, '2026-01-01', [end('demo', 'observe', false, 4000), end('demo:a', 'carve', false, 5)], {
    repositories: [{ name: 'demo', stages: 10, cached_stages: 1, duration_ms: 60_000 }],
  })
  const again = [
    end('demo', 'observe', true, 3),
    { ...end('demo:a', 'validate', true, 1), rejection: broken },
    end('demo:a', 'validate', true, 2),
  ]
  await writeRun(out, '2026-01-02', again, {
    repositories: [{ name: 'demo', stages: 10, cached_stages: 10, duration_ms: 1000 }],
  })
  await writeRun(out, '2026-01-03', [], null)

  const history = await readHistory(out)
  expect(history.wallTime('demo')).toEqual({ seconds: 60, stages: 10, fromStore: 1 })
  expect(history.secondsOf('observe', 'demo')).toBe(4)
  expect(history.secondsOf('environment', 'demo')).toBeNull()
  expect(history.ends('demo:a').map(({ stage, rejection }) => [stage, rejection?.code])).toEqual([
    ['validate', 'p2p-broken'],
    ['validate', undefined],
  ])
  expect(history.ends('demo:b')).toEqual([])
})

/** A run that was killed has no summary, and half a line at the end of its log. */
async function writeRun(out: string, name: string, events: readonly object[], summary: object | null) {
  const directory = join(out, 'runs', name)
  await mkdir(directory, { recursive: true })
  const lines = events.map((event) => `${JSON.stringify(event)}\n`).join('')
  await writeFile(join(directory, 'events.jsonl'), summary === null ? '{"type":"stage-fin' : lines)
  if (summary !== null) await writeFile(join(directory, 'summary.json'), JSON.stringify(summary))
}
