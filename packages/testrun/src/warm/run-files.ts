import type { Testbed } from '@quarry/core'
import type { Invocation } from '../invocation.ts'
import type { PytestSettings } from '../model.ts'
import { type ProbeRun, runProbe } from '../probe-run.ts'
import { closedProperly } from '../status.ts'
import type { SharedWarmUp } from './warm-up.ts'
import { serveWarm } from './serve.ts'

/** What runs test files one after the other. */
export interface FilesInvocation extends Omit<Invocation, 'wallSeconds' | 'warm'> {
  /** What one file may take. */
  readonly fileSeconds: number
}

/**
 * Runs each test file in a process of its own: a fork of one that has imported what is not the repository's, as far as
 * that makes no difference. A fork that did not come to its end is not believed; its file gets a process from the start.
 *
 * @param onRun gets each file once, as it ends
 */
export async function runFiles(
  testbed: Testbed,
  pytest: PytestSettings,
  invocation: FilesInvocation,
  warm: SharedWarmUp,
  onRun: (path: string, run: ProbeRun) => void,
  signal: AbortSignal,
): Promise<void> {
  const left = new Set(invocation.files)
  const finish = (path: string, run: ProbeRun): void => {
    left.delete(path)
    onRun(path, run)
  }
  const runAlone = async (path: string): Promise<void> => {
    const { fileSeconds: wallSeconds, ...rest } = invocation
    finish(path, await runProbe(testbed, pytest, { ...rest, files: [path], wallSeconds }, signal))
  }
  for (let warmUp = warm.current(); warmUp !== null && left.size > 1; warmUp = warm.current()) {
    const doubtful: string[] = []
    const order = { ...invocation, files: warm.inOrder(left), warmUp }
    const ending = await serveWarm(
      testbed,
      pytest,
      order,
      (path, run) => {
        warm.served(path)
        if (isCertain(run)) finish(path, run)
        else doubtful.push(path)
      },
      signal,
    )
    if (ending === 'died') {
      // The file that it was serving is the first one that it did not tell of.
      const [culprit] = order.files.filter((path) => left.has(path) && !doubtful.includes(path))
      if (culprit !== undefined) {
        warm.spoiledBy(culprit, 'it ended the process')
        doubtful.push(culprit)
      }
    } else if (ending !== 'done') {
      if ('unfit' in ending) warm.refuse(ending.unfit, ending.why)
      else warm.spoiledBy(ending.spoiledBy, ending.why)
    }
    for (const path of doubtful) await runAlone(path)
  }
  for (const path of left) await runAlone(path)
}

function isCertain({ records, result }: ProbeRun): boolean {
  return result.outcome === 'timed-out' || closedProperly(records, result)
}
