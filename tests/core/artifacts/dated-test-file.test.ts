import { datedTestFiles } from '@quarry/core'
import { expect, test } from 'vitest'

const changed = '2026-01-02T00:00:00.000Z'
const released = { at: '2026-02-03T00:00:00.000Z', from: 'newest-file' } as const
const committed = { at: '2026-03-04T00:00:00.000Z', from: 'commit' } as const
const none = { test_file_dates: {}, release_date: null, commit_date: null }

test('a test file is as old as its last change, else as the release, else as the commit', () => {
  const paths = ['tests/test_a.py', 'checks/all.py']
  const dates = { test_file_dates: { 'tests/test_a.py': changed } }
  expect(datedTestFiles({ ...dates, release_date: released, commit_date: committed }, paths)).toEqual([
    { path: 'tests/test_a.py', at: changed, from: 'last-change' },
    { path: 'checks/all.py', ...released },
  ])
  expect(datedTestFiles({ ...none, commit_date: committed }, ['checks/all.py'])).toEqual([
    { path: 'checks/all.py', ...committed },
  ])
  expect(datedTestFiles(none, paths)).toEqual([])
})
