import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openGitTreeStore } from '@quarry/core'
import { execa } from 'execa'
import { afterAll, beforeAll, describe } from 'vitest'
import { environmentChecks } from './checks/environments.ts'
import { endingChecks } from './checks/ending.ts'
import { isolationChecks } from './checks/isolation.ts'
import { limitChecks } from './checks/limits.ts'
import { resultChecks } from './checks/results.ts'
import { removeTestImages } from './engine.ts'
import { treeChecks } from './checks/trees.ts'
import { makeEnvironment, type Subject } from './subject.ts'
import { openers, type OpenerName } from './openers.ts'

/** What an implementation promises beyond the least that every one gives. */
export interface Promises {
  /** The host's files, network and processes are out of reach. */
  readonly isolated: boolean
  /** What the limit on written bytes is for: each file, each directory that can be written to, or all of them together. */
  readonly disk: 'per file' | 'per directory' | 'in all'
}

async function removeImages(name: OpenerName, sandboxRoot: string): Promise<void> {
  if (name.startsWith('docker')) await removeTestImages(sandboxRoot)
}

/** Registers the checks that every implementation of the sandbox must pass; skipped where it is not to be had. */
export function sandboxConformance(name: OpenerName, promises: Promises, isThere = true): void {
  describe.skipIf(!isThere)(`sandbox: ${name}`, () => {
    const subject: Subject = { name, promises, current: null }
    beforeAll(async () => {
      const temporaryRoot = await mkdtemp(join(tmpdir(), 'quarry-conformance-'))
      await chmod(temporaryRoot, 0o711) // without namespaces the test user goes through it
      const trees = await openGitTreeStore(join(temporaryRoot, 'trees.git'))
      const sandboxRoot = join(temporaryRoot, 'sandbox')
      const sandbox = await openers[name](trees, sandboxRoot)
      const tag = await makeEnvironment(sandbox, trees)
      subject.current = { temporaryRoot, sandboxRoot, trees, sandbox, tag }
    })
    afterAll(async () => {
      await subject.current?.sandbox.close()
      await subject.current?.trees.close()
      if (subject.current !== null) await removeImages(name, subject.current.sandboxRoot)
      // Sealed environments are read-only.
      if (subject.current !== null) await execa('chmod', ['-R', 'u+rwX', subject.current.temporaryRoot])
      if (subject.current !== null) await rm(subject.current.temporaryRoot, { recursive: true })
    })
    resultChecks(subject)
    treeChecks(subject)
    limitChecks(subject)
    endingChecks(subject)
    isolationChecks(subject)
    environmentChecks(subject)
  })
}
