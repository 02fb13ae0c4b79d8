const keptLines = 40
const keptCharacters = 4000

/** The last lines of what a program said: enough to see why it failed. */
export function tailOf(output: string): string {
  return output.trimEnd().split('\n').slice(-keptLines).join('\n').slice(-keptCharacters)
}
