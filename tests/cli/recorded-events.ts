import type { QuarryEvent, Rejection } from '@quarry/core'

const tooFew: Rejection = {
  stage: 'validate',
  code: 'too-few-f2p-points',
  message: 'only 7 F2P points, 10 needed',
  evidence: {},
}

/** A short run over two repositories; each event with the second it came at. */
export const recordedEvents: readonly (readonly [second: number, event: QuarryEvent])[] = [
  [0, { type: 'run-started', repositories: ['jinja2', 'click'], sandbox: 'local, as user nobody' }],
  [0, { type: 'stage-started', stage: 'source', subject: 'jinja2' }],
  [1, finished('source', 'jinja2', true, 12)],
  [1, { type: 'stage-started', stage: 'environment', subject: 'jinja2' }],
  [20, { type: 'notice', subject: 'jinja2', message: 'trying again: the index did not answer' }],
  [31, finished('environment', 'jinja2', false, 30_000)],
  [31, { type: 'stage-started', stage: 'observe', subject: 'jinja2' }],
  [35, progress(1)],
  [36, progress(2)],
  [40, progress(5)],
  [60, progress(22)],
  [61, finished('observe', 'jinja2', false, 30_000)],
  [61, { type: 'candidates-found', repository: 'jinja2', total: 3 }],
  [61, { type: 'stage-started', stage: 'detect', subject: 'jinja2:tests/test_loader.py' }],
  [62, finished('detect', 'jinja2:tests/test_loader.py', false, 1000)],
  [62, { type: 'stage-started', stage: 'describe', subject: 'jinja2:tests/test_loader.py' }],
  [63, finished('describe', 'jinja2:tests/test_loader.py', false, 1000)],
  [
    64,
    {
      type: 'instance-written',
      instanceId: 'pallets__jinja2.15206881.test_loader.0d1f3a5b.lv1',
      directory: '/mine/out/instances/pallets__jinja2.15206881.test_loader.0d1f3a5b.lv1',
    },
  ],
  [64, { type: 'stage-started', stage: 'validate', subject: 'jinja2:tests/test_runtime.py' }],
  [
    67,
    {
      type: 'stage-progress',
      stage: 'validate',
      subject: 'jinja2:tests/test_runtime.py',
      what: 'test files',
      done: 9,
      total: 18,
    },
  ],
  [
    71,
    {
      type: 'stage-finished',
      stage: 'validate',
      subject: 'jinja2:tests/test_runtime.py',
      cached: false,
      durationMs: 7000,
      rejection: tooFew,
    },
  ],
  [71, { type: 'stage-started', stage: 'carve', subject: 'jinja2:tests/test_lexnparse.py' }],
  [72, { type: 'run-finished', durationMs: 72_000 }],
]

function finished(
  stage: 'source' | 'environment' | 'observe' | 'detect' | 'describe',
  subject: string,
  cached: boolean,
  durationMs: number,
): QuarryEvent {
  return { type: 'stage-finished', stage, subject, cached, durationMs, rejection: null }
}

function progress(done: number): QuarryEvent {
  return {
    type: 'stage-progress',
    stage: 'observe',
    subject: 'jinja2',
    what: 'test files run',
    done,
    total: 22,
  }
}
