import { pypi, QuarryError, type TreeStore } from '@quarry/core'
import { resolveSource } from '@quarry/source'
import { type Check, missing, ok } from './check.ts'

/** A project that every index of Python packages has. */
const everywhere = 'pip'

/** Asks the package index exactly as mining does: with pip's own settings. */
export async function indexCheck(trees: TreeStore, signal: AbortSignal): Promise<Check> {
  try {
    const found = await resolveSource(pypi(everywhere), { trees, signal })
    return ok(
      'package index',
      found.kind === 'pypi' ? `answers; its newest ${everywhere} is ${found.version}` : 'answers',
    )
  } catch (error) {
    if (!(error instanceof QuarryError)) throw error
    return missing(
      'package index',
      error.message,
      'see pip config list: Quarry uses the index that pip is set to',
    )
  }
}
