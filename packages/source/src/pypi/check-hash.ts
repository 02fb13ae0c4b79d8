import { InfrastructureError } from '@quarry/core'
import { createHash } from 'node:crypto'
import { checkedAlgorithms, type IndexFile } from './index-file.ts'

/**
 * Compares a downloaded file with every digest that the index gives, and returns its SHA-256.
 * @throws InfrastructureError `hash-mismatch` with both digests.
 */
export function checkHash(file: IndexFile, bytes: Uint8Array): string {
  for (const algorithm of checkedAlgorithms) {
    const expected = file.hashes[algorithm]?.toLowerCase()
    if (expected === undefined) continue
    const actual = createHash(algorithm).update(bytes).digest('hex')
    if (actual !== expected)
      throw new InfrastructureError(
        `${file.name} is not the file that the index names: ${algorithm} ${actual}, expected ${expected}; ` +
          'run again, and if it stays so ask whoever keeps the index',
        { code: 'hash-mismatch' },
      )
  }
  return createHash('sha256').update(bytes).digest('hex')
}
