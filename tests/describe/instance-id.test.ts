import type { Snapshot } from '@quarry/core'
import { instanceId } from '@quarry/describe'
import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'

const base = {
  repository: 'jinja2',
  tree: 'c0ffee00'.padEnd(40, '0'),
  forge: { owner: 'pallets', name: 'jinja' },
  source: { kind: 'pypi', project: 'jinja2', version: '3.1.6', file: { name: 'x', sha256: 'y' } },
} as unknown as Snapshot

const hash = (paths: string) => createHash('sha256').update(paths).digest('hex').slice(0, 8)

test('owner and name come from the forge; a release is named by its tree', () => {
  expect(instanceId(base, ['tests/test_api.py'], 1)).toBe(
    `pallets__jinja.c0ffee00.test_api.${hash('tests/test_api.py')}.lv1`,
  )
})

test('the name is the stem of the first path, the hash covers all sorted paths', () => {
  const snapshot: Snapshot = {
    ...base,
    forge: null,
    source: { kind: 'git', url: 'u', ref: 'r', commit: 'abcdef0123456789'.padEnd(40, '0') },
  }
  expect(instanceId(snapshot, ['t/test_z.py', 't/test_a.b c.py'], 1)).toBe(
    `local__jinja2.abcdef01.test_a-b-c.${hash('t/test_a.b c.py\nt/test_z.py')}.lv1`,
  )
})
