import {
  applyEvent,
  describeProgress,
  jsonLinesRenderer,
  plainLinesRenderer,
  plainPaint,
  type Screen,
  startProgress,
  terminalRenderer,
} from '@quarry/cli'
import { describe, expect, test } from 'vitest'
import { recordedEvents } from './recorded-events.ts'

describe('plain lines', () => {
  test('one line for what matters, progress in tenths', () => {
    const written: string[] = []
    const renderer = plainLinesRenderer((text) => written.push(text))
    for (const [, event] of recordedEvents) renderer.emit(event)
    renderer.close()
    expect(written.join('')).toBe(
      [
        '2 repositories; local, as user nobody',
        'jinja2: source …',
        'jinja2: source from the store',
        'jinja2: environment …',
        'jinja2: trying again: the index did not answer',
        'jinja2: environment done in 30 s',
        'jinja2: observe …',
        'jinja2: observe 5/22 test files run',
        'jinja2: observe 22/22 test files run',
        'jinja2: observe done in 30 s',
        'jinja2: 3 candidates',
        'instance pallets__jinja2.15206881.test_loader.0d1f3a5b.lv1',
        'jinja2:tests/test_runtime.py: rejected by validate: too-few-f2p-points: only 7 F2P points, 10 needed',
        'finished in 1 min 12 s',
        '',
      ].join('\n'),
    )
  })
})

describe('JSON lines', () => {
  test('every event comes out as it went in', () => {
    const written: string[] = []
    const renderer = jsonLinesRenderer((text) => written.push(text))
    for (const [, event] of recordedEvents) renderer.emit(event)
    expect(
      written
        .join('')
        .trimEnd()
        .split('\n')
        .map((line) => JSON.parse(line)),
    ).toEqual(recordedEvents.map(([, event]) => event))
  })
})

describe('the block on a terminal', () => {
  test('says at every moment where each repository is', () => {
    expect([0, 2, 30, 40, 61, 64, 65, 72].map((second) => ({ second, lines: blockAt(second) }))).toEqual([
      { second: 0, lines: ['jinja2  source  0.0 s', 'click   waiting'] },
      { second: 2, lines: ['jinja2  environment  1.0 s', 'click   waiting'] },
      { second: 30, lines: ['jinja2  environment  29 s', 'click   waiting'] },
      { second: 40, lines: ['jinja2  observe  5/22 test files run · about 17 s left', 'click   waiting'] },
      {
        second: 61,
        lines: ['jinja2  0/3 candidates · 0 instances · 0 rejected · now: detect', 'click   waiting'],
      },
      {
        second: 64,
        lines: [
          'jinja2  1/3 candidates · 1 instance · 0 rejected · now: validate · about 6.0 s left',
          'click   waiting',
        ],
      },
      {
        second: 65,
        lines: [
          'jinja2  1/3 candidates · 1 instance · 0 rejected · now: validate · about 8.0 s left',
          'click   waiting',
        ],
      },
      {
        second: 72,
        lines: [
          'jinja2  2/3 candidates · 1 instance · 1 rejected (too-few-f2p-points 1) · now: carve · about 5.5 s left',
          'click   waiting',
        ],
      },
    ])
  })

  test('a candidate that is carved again after a rejection is not rejected any more', () => {
    const progress = startProgress()
    const subject = 'jinja2:tests/test_loader.py'
    const broken = { stage: 'validate', code: 'p2p-broken', message: 'broke a test', evidence: {} } as const
    applyEvent(progress, { type: 'candidates-found', repository: 'jinja2', total: 1 }, 0)
    applyEvent(
      progress,
      { type: 'stage-finished', stage: 'validate', subject, cached: false, durationMs: 1, rejection: broken },
      1,
    )
    applyEvent(progress, { type: 'stage-started', stage: 'isolate', subject }, 2)
    expect(describeProgress(progress, 3)).toEqual([
      'jinja2  0/1 candidates · 0 instances · 0 rejected · now: isolate',
    ])
  })

  test('notices and instances stay above it, and it is gone at the end', () => {
    const shown: string[] = []
    let now = 0
    const update = Object.assign(
      (text: string) => void shown.push(`block of ${text.split('\n').length} lines`),
      {
        persist: (...text: string[]) => void shown.push(`stays: ${text.join(' ')}`),
        clear: () => void shown.push('cleared'),
        done: () => void shown.push('cursor back'),
      },
    )
    const screen: Screen = { update, width: () => 80, now: () => now }
    const renderer = terminalRenderer(screen, plainPaint)
    for (const [second, event] of recordedEvents.slice(0, 7)) {
      now = second * 1000
      renderer.emit(event)
    }
    renderer.close()
    expect(shown).toEqual([
      'block of 2 lines',
      'block of 2 lines',
      'stays: jinja2: trying again: the index did not answer',
      'block of 2 lines',
      'block of 2 lines',
      'cleared',
      'cursor back',
    ])
  })

  test('no line is as wide as the terminal, because a wrapped line would stay behind', () => {
    const drawn: string[] = []
    const update = Object.assign((text: string) => void drawn.push(...text.split('\n')), {
      persist: () => undefined,
      clear: () => undefined,
      done: () => undefined,
    })
    let now = 0
    const renderer = terminalRenderer({ update, width: () => 30, now: () => now }, plainPaint)
    for (const [second, event] of recordedEvents) {
      now = second * 1000
      renderer.emit(event)
    }
    renderer.close()
    expect(Math.max(...drawn.map((line) => line.length))).toBe(29)
  })
})

function blockAt(second: number): string[] {
  const progress = startProgress()
  for (const [at, event] of recordedEvents) if (at <= second) applyEvent(progress, event, at * 1000)
  return describeProgress(progress, second * 1000)
}
