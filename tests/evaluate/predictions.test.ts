import { UserError } from '@quarry/core'
import { readPredictions } from '@quarry/evaluate'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'

let directory: string
beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'quarry-test-'))
})
afterEach(() => rm(directory, { recursive: true }))

const known = new Set(['a', 'b'])

async function read(text: string) {
  const file = join(directory, 'predictions.jsonl')
  await writeFile(file, text)
  return readPredictions(file, known)
}

test('reads one prediction per line; null is an empty patch, blank lines are nothing', async () => {
  const predictions = await read(
    '{"instance_id":"a","model_name_or_path":"m","model_patch":"diff\\n"}\n\n{"instance_id":"b","model_patch":null}\n',
  )
  expect([...predictions]).toEqual([
    ['a', { instanceId: 'a', model: 'm', patch: new TextEncoder().encode('diff\n') }],
    ['b', { instanceId: 'b', model: 'unknown', patch: new Uint8Array() }],
  ])
})

test.each([
  ['not json', /predictions\.jsonl:1: not JSON/],
  ['{"instance_id":"a"}', /predictions\.jsonl:1: model_patch: /],
  [
    '{"instance_id":"a","model_patch":""}\n{"instance_id":"a","model_patch":""}',
    /:2: a second prediction for a/,
  ],
  ['{"instance_id":"zzz","model_patch":""}', /:1: there is no instance zzz here/],
])('bad input names file, line and what is wrong: %s', async (text, message) => {
  const error = await read(text).catch((thrown: unknown) => thrown)
  expect(error).toBeInstanceOf(UserError)
  expect((error as UserError).message).toMatch(message)
})
