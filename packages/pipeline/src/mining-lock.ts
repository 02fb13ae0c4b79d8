import { InfrastructureError, UserError } from '@quarry/core'
import { isAlive, ownIdentity } from '@quarry/sandbox'
import { link, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { sweepHalfWritten } from './sweep.ts'

/**
 * Makes this process the only one that mines into a folder, since two would write over and clear away each other's
 * results. A process that died holding the lock does not stand in the way; what it left half written goes.
 *
 * @returns what gives the folder free again
 * @throws UserError `already-mining` naming the process that is at work there
 */
export async function lockForMining(out: string): Promise<() => Promise<void>> {
  const lock = join(out, 'mining.lock')
  const own = join(out, `.mining.lock.${process.pid}-own.tmp`)
  try {
    await writeFile(own, `${ownIdentity()}\n`)
    // A link comes with its content: nobody ever reads a lock that does not say yet whose it is.
    while (!(await tryLink(own, lock))) await removeDead(lock, out)
  } catch (error) {
    throw error instanceof UserError ? error : notLocked(lock, error)
  } finally {
    await rm(own, { force: true })
  }
  return () => rm(lock, { force: true })
}

async function tryLink(from: string, to: string): Promise<boolean> {
  try {
    await link(from, to)
    return true
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST') return false
    throw error
  }
}

async function removeDead(lock: string, out: string): Promise<void> {
  const holder = await holderOf(lock)
  if (holder === null) return
  if (isAlive(holder)) throw alreadyMining(out, holder)
  const taken = join(out, `.mining.lock.${process.pid}-dead.tmp`)
  await rename(lock, taken).catch(() => undefined) // somebody else was quicker
  const takenFrom = await holderOf(taken)
  // Somebody who was quicker may hold the lock already: then it is put back.
  if (takenFrom !== null && isAlive(takenFrom)) await link(taken, lock).catch(() => undefined)
  await rm(taken, { force: true })
  await sweepHalfWritten(out)
}

/** The identity in a lock, or null when the file is not there. */
function holderOf(lock: string): Promise<string | null> {
  return readFile(lock, 'utf8').then(
    (text) => text.trim(),
    () => null,
  )
}

function notLocked(lock: string, cause: unknown): InfrastructureError {
  return new InfrastructureError(
    `cannot make ${lock}; is the disk full, the folder read-only, or a file system without hard links?`,
    { code: 'file-not-written', cause },
  )
}

function alreadyMining(out: string, holder: string): UserError {
  return new UserError(
    `process ${holder.split('.')[0]} is mining into ${out} already; wait until it has ended, or give this run another folder with --out`,
    { code: 'already-mining' },
  )
}
