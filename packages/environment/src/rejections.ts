import type { BlobHash, Rejection } from '@quarry/core'
import type { BuildResult } from './build/build-environment.ts'
import { tailOf } from './build/output-tail.ts'
import { passedIn, type Proof } from './prove/prove.ts'

/** Why an installation leaves no environment that can be used. */
export function rejectionOfBuild(
  result: Exclude<BuildResult, { kind: 'built' }>,
  buildLog: BlobHash,
): Rejection {
  switch (result.kind) {
    case 'install-failed':
      return {
        stage: 'environment',
        code: 'install-failed',
        message: `${result.what} could not be installed: ${lastLine(result.log)}`,
        evidence: { log: result.log, whole_log: `git cat-file blob ${buildLog} (in out/trees.git)` },
      }
    case 'rebuilds-at-import':
      return {
        stage: 'environment',
        code: 'rebuilds-at-import',
        message: 'installed in place, the package is built again whenever it is imported',
        evidence: {},
      }
    case 'compiled-shadow':
      return compiledShadow(result.modules)
  }
}

/** Why a proof does not hold, or null when it does. */
export function rejectionOfProof({ collection, runs, asyncWorks }: Proof): Rejection | null {
  const log = tailOf(
    [...collection.errors.map((error) => error.message), ...runs.map((run) => run.log)].join('\n'),
  )
  const reject = (code: string, message: string): Rejection => ({
    stage: 'environment',
    code,
    message,
    evidence: { files: runs.map((run) => run.path), log },
  })
  if (collection.shadowed.length > 0) return compiledShadow(collection.shadowed)
  if (collection.points.length === 0) {
    const { length } = collection.errors
    return reject('nothing-collected', `pytest collected no test point; ${length} files could not be read`)
  }
  if (!runs.some((run) => passedIn(run) > 0))
    return reject('nothing-passes', `no test passed in the ${runs.length} files that were tried`)
  if (!asyncWorks)
    return reject('async-tests-fail', 'none of the async tests passed: their plugin is missing')
  return null
}

function compiledShadow(modules: readonly string[]): Rejection {
  return {
    stage: 'environment',
    code: 'compiled-shadow',
    message: `a compiled file is imported in place of ${modules[0] ?? 'a module'}, so that changing the source changes nothing`,
    evidence: { modules: [...modules] },
  }
}

function lastLine(log: string): string {
  const lines = log.split('\n').filter((line) => line.trim() !== '')
  return (lines.findLast((line) => /error/i.test(line)) ?? lines.at(-1) ?? '').trim()
}
