import {
  count,
  duration,
  percent,
  plainPaint,
  renderDoctorReport,
  renderEvaluation,
  renderExplanation,
  renderMineSummary,
  renderStatus,
  repositorySource,
} from '@quarry/cli'
import { git, path, pypi } from '@quarry/core'
import type { Explanation } from '@quarry/pipeline'
import { describe, expect, test } from 'vitest'

const instance = {
  instance_id: 'pallets__jinja2.15206881.test_loader.0d1f3a5b.lv1',
  candidate: 'jinja2:tests/test_loader.py',
  directory: '/mine/out/instances/pallets__jinja2.15206881.test_loader.0d1f3a5b.lv1',
  carved_lines: 412,
  fail_to_pass: 36,
  pass_to_pass: 250,
}
const rejection = {
  stage: 'isolate',
  code: 'no-regression-files',
  message: 'no test file is left that touches no top-level object',
} as const

test('a mined repository: figures, instances and where they are, rejections by reason', () => {
  const summary = {
    out: '/mine/out',
    repositories: [
      {
        name: 'jinja2',
        candidates: 4,
        instances: [instance],
        rejections: [
          { candidate: 'jinja2:tests/test_api.py', ...rejection },
          {
            candidate: 'jinja2:tests/test_ext.py',
            stage: 'validate',
            code: 'p2p-broken',
            message: 'a::b broke',
          },
          { candidate: 'jinja2:tests/test_filters.py', ...rejection },
        ] as const,
        failures: [],
        stages: 20,
        cached_stages: 3,
        duration_ms: 151_000,
      },
      {
        name: 'click',
        candidates: 0,
        instances: [],
        rejections: [],
        failures: [{ subject: 'click', code: 'index-unreachable', message: 'the index does not answer' }],
        stages: 0,
        cached_stages: 0,
        duration_ms: 2400,
      },
    ],
  }
  expect(renderMineSummary(summary, '/mine', plainPaint)).toBe(`\
jinja2: 4 candidates, 1 instance, 3 rejected, 2 min 31 s, 3 of 20 steps from the store

  instances
    pallets__jinja2.15206881.test_loader.0d1f3a5b.lv1
      jinja2:tests/test_loader.py: 412 carved lines, 36 F2P and 250 P2P test points
      out/instances/pallets__jinja2.15206881.test_loader.0d1f3a5b.lv1

  rejected
    isolate no-regression-files (2)
      jinja2:tests/test_api.py      no test file is left that touches no top-level object
      jinja2:tests/test_filters.py  no test file is left that touches no top-level object
    validate p2p-broken (1)
      jinja2:tests/test_ext.py  a::b broke

click: 0 candidates, 0 instances, 0 rejected, 1 undecided, 2.4 s, 0 of 0 steps from the store

  undecided, because the machine failed: mine again
    click: the index does not answer [index-unreachable]

1 validated instance in out/instances. quarry explain ID says more about one, or about what was dropped.`)
})

test('the status: a table, then rejections and instances of each repository', () => {
  const report = {
    out: '/mine/out',
    repositories: [
      {
        name: 'jinja2',
        stages: [
          { stage: 'source', state: 'produced' },
          { stage: 'environment', state: 'produced' },
          { stage: 'observe', state: 'produced' },
        ] as const,
        rejection: null,
        candidates: 4,
        rejections: [{ stage: 'isolate', code: 'no-regression-files', candidates: 2 }] as const,
        undecided: 1,
        instances: [instance],
      },
      {
        name: 'sortedcontainers',
        stages: [
          { stage: 'source', state: 'rejected' },
          { stage: 'environment', state: 'not-reached' },
          { stage: 'observe', state: 'not-reached' },
        ] as const,
        rejection: {
          stage: 'source',
          code: 'sdist-without-tests',
          message: 'use git',
          evidence: {},
        } as const,
        candidates: 0,
        rejections: [],
        undecided: 0,
        instances: [],
      },
    ],
  }
  expect(renderStatus(report, '/mine', plainPaint)).toBe(`\
repository        candidates  instances  rejected  undecided  got as far as
jinja2            4           1          2         1          observe
sortedcontainers  0           0          0         0          nothing

jinja2
  isolate no-regression-files: 2 candidates
  pallets__jinja2.15206881.test_loader.0d1f3a5b.lv1
    jinja2:tests/test_loader.py: 412 carved lines, 36 F2P and 250 P2P test points
    out/instances/pallets__jinja2.15206881.test_loader.0d1f3a5b.lv1

sortedcontainers
  rejected by source: sdist-without-tests: use git`)
  expect(renderStatus({ out: '/mine/out', repositories: [] }, '/mine', plainPaint)).toBe(
    'Nothing has been mined into out yet. Begin with: quarry mine jinja2',
  )
})

test('an explanation: the verdict, the evidence as lines, the way there', () => {
  const explanation: Explanation = {
    subject: 'jinja2:tests/test_ext.py',
    outcome: 'rejected',
    rejection: {
      stage: 'validate',
      code: 'p2p-broken',
      message: '1 regression test broke',
      evidence: { tests: ['tests/test_api.py::test_a'], log: 'first\nsecond\n', runs: 2, python: '3.11.2' },
    },
    instance: null,
    candidates: [],
    steps: [
      {
        stage: 'carve',
        state: 'produced',
        artifact: '/mine/out/artifacts/carve/ab.json',
        facts: ['120 carved lines'],
      },
      { stage: 'validate', state: 'rejected', artifact: null, facts: [] },
      { stage: 'describe', state: 'not-reached', artifact: null, facts: [] },
    ],
  }
  expect(renderExplanation(explanation, '/mine', plainPaint)).toBe(`\
jinja2:tests/test_ext.py was rejected

  validate p2p-broken: 1 regression test broke
    tests:
      tests/test_api.py::test_a
    log:
      first
      second
    runs: 2
    python: 3.11.2

  the way here
    carve: produced  out/artifacts/carve/ab.json
      120 carved lines
    validate: rejected
    describe: not-reached`)
})

test('an evaluation: rates over what was scored, then each instance', () => {
  const group = (passed: number, total: number) => ({
    total,
    passed,
    not_passed: Array.from({ length: total - passed }, (_, index) => ({
      id: `tests/test_x.py::test_${index}`,
      outcome: 'failed' as const,
    })),
  })
  const summary = {
    resolved_rate: 0.5,
    passed_rate: 0.8125,
    instances: [
      {
        instance_id: 'a',
        model: 'gold',
        status: 'scored',
        applied: 'plain',
        undone: [],
        notes: [],
        score: {
          resolved: true,
          passed_rate: 1,
          fail_to_pass: group(12, 12),
          guard: group(0, 0),
          pass_to_pass: group(80, 80),
        },
      },
      {
        instance_id: 'b',
        model: 'm',
        status: 'scored',
        applied: 'recount',
        undone: ['tests/conftest.py'],
        notes: ['its paths had no a/ and b/ before them'],
        score: {
          resolved: false,
          passed_rate: 0.5,
          fail_to_pass: group(10, 16),
          guard: group(1, 1),
          pass_to_pass: group(80, 80),
        },
      },
      {
        instance_id: 'c',
        model: 'm',
        status: 'patch-conflict',
        message: 'src/a.py: does not apply',
        notes: [],
      },
      { instance_id: 'd', model: null, status: 'no-prediction' },
      { instance_id: 'e', status: 'error', code: 'sandbox-failed', message: 'no space left' },
    ],
  } as const
  expect(renderEvaluation(summary, plainPaint)).toBe(`\
resolved 50 %  passed 81.2 %  of 4 instances, 1 not scored because the machine failed

resolved  a
  F2P 12/12, guard 0/0, P2P 80/80
not resolved  b
  F2P 10/16, guard 1/1, P2P 80/80
  put back from the original: tests/conftest.py
  its paths had no a/ and b/ before them
  F2P tests/test_x.py::test_0: failed
  F2P tests/test_x.py::test_1: failed
  F2P tests/test_x.py::test_2: failed
  F2P tests/test_x.py::test_3: failed
  F2P tests/test_x.py::test_4: failed
  and 1 more
patch-conflict  c
  src/a.py: does not apply
no prediction  d
not scored  e
  no space left [sandbox-failed]`)
})

test('an evaluation in which the machine failed with everything has no rates', () => {
  const summary = {
    resolved_rate: null,
    passed_rate: null,
    instances: [{ instance_id: 'e', status: 'error', code: 'sandbox-failed', message: 'no space left' }],
  } as const
  expect(renderEvaluation(summary, plainPaint)).toBe(`\
not scored  1 instance, because the machine failed

not scored  e
  no space left [sandbox-failed]`)
})

test('a doctor report: what there is, and advice below what is not', () => {
  const report = {
    ready: false,
    checks: [
      { name: 'node', state: 'ok', found: '24.22.3', advice: null },
      { name: 'git', state: 'missing', found: 'not found', advice: 'apt install git' },
    ],
  } as const
  expect(renderDoctorReport(report, plainPaint)).toBe(`\
ok       node  24.22.3
missing  git   not found
               apt install git

This machine cannot mine yet: something is missing.`)
})

describe('words', () => {
  test('durations', () => {
    expect([0, 420, 9949, 9960, 59_600, 61_000, 3_600_000, 5_460_000].map(duration)).toEqual([
      '0.0 s',
      '0.4 s',
      '9.9 s',
      '10 s',
      '1 min 0 s',
      '1 min 1 s',
      '1 h 0 min',
      '1 h 31 min',
    ])
  })

  test('nothing short of all is 100 %', () => {
    expect([0, 0.5, 0.99999, 1].map(percent)).toEqual(['0 %', '50 %', '99.9 %', '100 %'])
  })

  test('one and many', () => {
    expect([count(1, 'repository', 'repositories'), count(0, 'line')]).toEqual(['1 repository', '0 lines'])
  })
})

test('a repository file holds what was asked for, quoted', () => {
  const sources = [
    pypi('jinja2', '3.1.6'),
    pypi('click'),
    git('https://example.org/it.git', 'v1'),
    path("/it's"),
  ]
  expect(sources.map((source) => repositorySource({ name: 'it', source }).split('\n')[4])).toEqual([
    "  source: pypi('jinja2', '3.1.6'),",
    "  source: pypi('click'),",
    "  source: git('https://example.org/it.git', 'v1'),",
    "  source: path('/it\\'s'),",
  ])
})
