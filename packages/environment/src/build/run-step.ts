import type { Builder, CommandResult } from '@quarry/core'

/** How one command of a build ended; `output` is what it said, stdout first. */
export interface StepResult {
  readonly ok: boolean
  readonly output: string
  readonly stdout: string
}

export interface StepOptions {
  readonly variables?: Readonly<Record<string, string>>
  readonly stdin?: string
  readonly seconds: number
  readonly cwd?: string
}

/** Runs one command of a build. */
export async function runStep(
  builder: Builder,
  argv: readonly string[],
  options: StepOptions,
  signal: AbortSignal,
): Promise<StepResult> {
  const { variables = {}, stdin, seconds, cwd = builder.paths.home } = options
  const result = await builder.run(
    {
      argv,
      cwd,
      variables,
      limits: { wallSeconds: seconds },
      ...(stdin === undefined ? {} : { stdin: new TextEncoder().encode(stdin) }),
    },
    signal,
  )
  const [stdout, stderr] = [textOf(result.stdout), textOf(result.stderr)]
  return {
    ok: result.outcome === 'exited' && result.status === 0,
    output: [stdout, stderr, endingOf(result)].filter(Boolean).join('\n'),
    stdout,
  }
}

function endingOf(result: CommandResult): string {
  if (result.outcome === 'exited') return ''
  return result.outcome === 'timed-out' ? 'The step ran out of time.' : `The step ended: ${result.outcome}.`
}

function textOf(bytes: Uint8Array): string {
  return new TextDecoder().decode(bytes).trim()
}
