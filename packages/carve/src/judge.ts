import { readFile } from 'node:fs/promises'
import { type CarveMode, InfrastructureError, type Leftover, type Testbed } from '@quarry/core'
import type { PythonModule } from '@quarry/syntax'
import { z } from 'zod'

/** A file before and after, with what was done to its objects. */
export interface CarvedPair {
  readonly module: PythonModule
  readonly original: Uint8Array
  readonly carved: Uint8Array
  readonly modes: ReadonlyMap<string, CarveMode>
  /** Default: none. */
  readonly leftovers?: readonly Leftover[]
}

/** A file that the interpreter does not find to be what is left of the original, and why. */
export interface Doubt {
  readonly path: string
  readonly message: string
}

const Line = z.tuple([z.string(), z.string()])
const wallSeconds = 300

/**
 * Asks the testbed's own Python whether each file compiles and is what is left when its objects go: by its own syntax
 * tree of both texts, executing nothing.
 * @throws InfrastructureError `judge-failed` when the interpreter did not come to its end.
 */
export async function judge(
  testbed: Testbed,
  pairs: readonly CarvedPair[],
  signal: AbortSignal,
): Promise<readonly Doubt[]> {
  const argv = [testbed.python, '-I', '-c', await judgeProgram()]
  const stdin = new TextEncoder().encode(judgeInput(pairs))
  const result = await testbed.run({ argv, stdin, limits: { wallSeconds } }, signal)
  const doubts = result.outcome === 'exited' && result.status === 0 ? readDoubts(result.stdout) : null
  if (doubts !== null) return doubts
  const said = new TextDecoder().decode(result.stderr).slice(-2000)
  throw new InfrastructureError(
    `${testbed.python} did not finish judging ${pairs.length} files (${result.outcome}, status ${result.status}): ${said}`,
    { code: 'judge-failed' },
  )
}

/** The program that judges; Python runs it by `-c`, with `judgeInput` on its standard input. */
export function judgeProgram(): Promise<string> {
  return readFile(new URL('../judge/quarry_judge.py', import.meta.url), 'utf8')
}

/** What the judge reads: both texts of each file, its objects with their places, and what was done to them. */
export function judgeInput(pairs: readonly CarvedPair[]): string {
  return pairs.map((pair) => `${JSON.stringify(caseOf(pair))}\n`).join('')
}

/** What the judge wrote; null when it did not come to its end. */
export function readDoubts(stdout: Uint8Array): readonly Doubt[] | null {
  const lines = new TextDecoder().decode(stdout).trimEnd().split('\n')
  const parsed = lines.map((line) => Line.parse(JSON.parse(line)))
  return parsed.at(-1)?.[0] === '' ? parsed.slice(0, -1).map(([path, message]) => ({ path, message })) : null
}

function caseOf({ module, original, carved, modes, leftovers = [] }: CarvedPair): object {
  return {
    path: module.path,
    original: Buffer.from(original).toString('base64'),
    carved: Buffer.from(carved).toString('base64'),
    objects: module.definitions.map((definition) => [
      definition.qualname,
      definition.keywordLine,
      definition.endLine,
      modes.get(definition.id) ?? 'keep',
    ]),
    leftovers: leftovers
      .filter(({ path }) => path === module.path)
      .map(({ line, start }) => [line, columnAt(module, start)]),
  }
}

/** Bytes of UTF-8 before a place in its line, as Python's syntax tree counts. */
function columnAt({ source }: PythonModule, offset: number): number {
  const lineStart = source.text.lastIndexOf('\n', offset - 1) + 1
  return Buffer.byteLength(source.text.slice(lineStart, offset))
}
