import { describeError } from '@quarry/cli'
import { BugError, InfrastructureError, UserError } from '@quarry/core'
import { expect, test } from 'vitest'

test('a mistake of the user is told in its own words, without what lies behind', () => {
  const error = new UserError('there is no repos/x.ts', {
    code: 'unknown-repository',
    cause: new Error('ENOENT'),
  })
  expect(describeError(error)).toEqual({ text: 'there is no repos/x.ts [unknown-repository]', status: 2 })
})

test('trouble of the machine is told with what lies behind', () => {
  const reset = new Error('read ECONNRESET')
  const failed = new Error('fetch failed', { cause: reset })
  const error = new InfrastructureError('the index did not answer', {
    code: 'index-unreachable',
    cause: failed,
  })
  expect(describeError(error)).toEqual({
    text: 'the index did not answer [index-unreachable]\n  because: fetch failed\n  because: read ECONNRESET',
    status: 1,
  })
})

test('anything else is a defect of ours and shows its stack', () => {
  const error = new BugError('no such blob', { code: 'no-such-blob' })
  error.stack = 'BugError: no such blob\n    at readBlob'
  expect([describeError(error), describeError('a string')]).toEqual([
    {
      text: 'Quarry itself failed; please report this:\nBugError: no such blob\n    at readBlob',
      status: 1,
    },
    { text: 'Quarry itself failed; please report this:\na string', status: 1 },
  ])
})
