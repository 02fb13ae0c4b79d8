import { type CommandResult, UserError } from '@quarry/core'
import { Room } from './protocol.ts'
import type { Worker } from './worker.ts'

export function saysDiskFull(said: string): boolean {
  // The last one is what tar says when a part of a file still fitted.
  return /no space left|disk quota exceeded|wrote only \d+ of \d+ bytes/i.test(said)
}

/** `doing` completes "the disk is full (…)". */
export function engineDiskFull(doing: string, cause: unknown): UserError {
  return new UserError(
    `The disk of the container engine is full (${doing}). Make room, for example with quarry images prune, and run again: what is finished is kept.`,
    { code: 'engine-disk-full', cause },
  )
}

/** Where less is left, a step that found no room is believed. */
const hardlyAny = { bytes: 100e6, files: 1000 }

/**
 * A build writes to the engine's own disk: a step that failed for want of room says nothing about what was built. The
 * words alone may be of something else, so the disk is looked at.
 * @throws UserError `engine-disk-full`
 */
export async function checkForFullDisk(worker: Worker, result: CommandResult): Promise<void> {
  const { outcome, status, stdout, stderr } = result
  if (outcome === 'exited' && status === 0) return
  const said = [stderr, stdout].map((bytes) => new TextDecoder().decode(bytes)).find(saysDiskFull)
  if (said === undefined) return
  const { free_bytes, free_files } = Room.parse(await worker.ask({ do: 'room' }))
  // Some file systems have no number of files to run out of, and say 0.
  const isFull = free_bytes < hardlyAny.bytes || (free_files > 0 && free_files < hardlyAny.files)
  if (isFull) throw engineDiskFull('a step of a build', new Error(said.slice(-2000)))
}
