import { readdir } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Accelerator, contentHash, type TreeStore } from '@quarry/core'
import type { ObserveSettings } from '@quarry/observe'
import { expect, test } from 'vitest'
import { compiledAccelerator } from '../support/compiled-accelerator.ts'
import { pythonWithPytest } from '../support/python-with-pytest.ts'
import { observeFixture } from './observe-fixture.ts'

async function compiled(trees: TreeStore): Promise<Accelerator> {
  return compiledAccelerator(trees, join(await pythonWithPytest(), 'bin/python'))
}

/** Those that neither crash nor hang. */
const testFiles = ['tests/test_cart.py', 'tests/other/test_cart.py']

async function observed(
  tracer: ObserveSettings['tracer'],
  accelerator: (trees: TreeStore) => Promise<Accelerator>,
) {
  let given: Accelerator | null = null
  const { result } = await observeFixture('shop', ['src/shop'], { tracer, testFiles }, async (trees) => {
    given = await accelerator(trees)
    return given
  })
  if (result.kind === 'rejected') throw new Error(result.rejection.message)
  const { artifact } = result
  return { given, content: contentHash(artifact), tracer: artifact.measured['tracer'] }
}

test('what is observed is the same whether the accelerator is used, not wanted, or of an older probe', async () => {
  const used = await observed('auto', compiled)
  const unwanted = await observed('python', compiled)
  const older = await observed('auto', async (trees) => {
    const accelerator = await compiled(trees)
    return 'missing' in accelerator ? accelerator : { ...accelerator, source: '0'.repeat(64) }
  })
  expect([unwanted.content, older.content]).toEqual([used.content, used.content])
  expect(unwanted.tracer).toMatch(/^(settrace|monitoring)$/)
  expect(older.tracer).toBe(unwanted.tracer)
  // A machine without a compiler has the Python back end for both.
  const isThere = used.given !== null && 'tree' in used.given
  expect(used.tracer).toEqual(isThere ? expect.stringMatching(/^(frames|monitoring)-c$/) : unwanted.tracer)
}, 300_000)

test('nothing of the tools that a traced run was shown is left', async () => {
  await observed('auto', compiled)
  const left = await readdir(tmpdir())
  expect(left.filter((name) => name.startsWith(`quarry-tools-${process.pid}-`))).toEqual([])
}, 300_000)
