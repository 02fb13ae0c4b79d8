import { type CommandResult, UserError } from '@quarry/core'

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

/**
 * A build writes to the engine's own disk: a step that failed for want of room says nothing about what was built.
 * @throws UserError `engine-disk-full`
 */
export function checkForFullDisk({ outcome, status, stdout, stderr }: CommandResult): void {
  if (outcome === 'exited' && status === 0) return
  const said = [stderr, stdout].map((bytes) => new TextDecoder().decode(bytes)).find(saysDiskFull)
  if (said !== undefined) throw engineDiskFull('a step of a build', new Error(said.slice(-2000)))
}
