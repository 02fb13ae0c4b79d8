import { bytesInWords } from '@quarry/core'
import { expect, test } from 'vitest'

test('amounts of bytes, as a person reads them', () => {
  const amounts = [
    0, 1, 999, 1000, 9_949, 9_951, 999_499, 999_500, 4_004_905, 289_117_210, 50e9, 1.3e12, 5e15,
  ]
  expect(amounts.map(bytesInWords)).toEqual([
    '0 B',
    '1 B',
    '999 B',
    '1.0 kB',
    '9.9 kB',
    '10 kB',
    '999 kB',
    '1.0 MB',
    '4.0 MB',
    '289 MB',
    '50 GB',
    '1.3 TB',
    '5000 TB',
  ])
})
