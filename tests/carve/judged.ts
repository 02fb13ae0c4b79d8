import { type CarvedPair, type Doubt, judgeInput, judgeProgram, readDoubts } from '@quarry/carve'
import { execa } from 'execa'

/** What this machine's Python has to say about the files: nothing, when all is as it should be. */
export async function judged(command: string, pairs: readonly CarvedPair[]): Promise<readonly Doubt[]> {
  const options = { input: judgeInput(pairs), encoding: 'buffer' as const }
  const { stdout } = await execa(command, ['-I', '-c', await judgeProgram()], options)
  const doubts = readDoubts(stdout)
  if (doubts === null) throw new Error('the judge did not come to its end')
  return doubts
}
