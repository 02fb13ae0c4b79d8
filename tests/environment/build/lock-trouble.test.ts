import { lockTrouble } from '@quarry/environment'
import { expect, test } from 'vitest'

const lock = [
  { name: 'pluggy', version: '1.6.0' },
  { name: 'pytest', version: '9.0.1' },
]

test('an environment that is its lock is in order', () => {
  expect(lockTrouble(lock, lock.toReversed())).toBeNull()
})

test('what is missing, of another version, or not in the lock at all, is told apart', () => {
  const installed = [
    { name: 'pytest', version: '9.0.0' },
    { name: 'setuptools', version: '80.1.0' },
  ]
  expect(lockTrouble(lock, installed)).toBe(
    'not as locked: pluggy 1.6.0, pytest 9.0.1; installed beyond the lock: setuptools 80.1.0',
  )
  expect(lockTrouble(lock, [...lock, { name: 'wheel', version: '0.45.0' }])).toBe(
    'installed beyond the lock: wheel 0.45.0',
  )
})
