import { withoutVersion } from '../derive/requirement.ts'
import { install } from './install.ts'
import { tailOf } from './output-tail.ts'
import { runStep } from './run-step.ts'
import type { Workshop } from './workshop.ts'

/** What is to be installed: PEP 508 texts. */
export interface Wanted {
  readonly requirements: readonly string[]
  readonly constraints: readonly string[]
}

export type ThirdPartyResult =
  | { readonly kind: 'installed'; readonly notes: readonly string[] }
  | { readonly kind: 'failed'; readonly log: string }

/**
 * Installs what the project and its tests require. Where the versions asked for can't be had together with this
 * Python, any versions will do.
 */
export async function installThirdParty(workshop: Workshop, wanted: Wanted): Promise<ThirdPartyResult> {
  const { requirements, constraints } = wanted
  if (requirements.length === 0) return { kind: 'installed', notes: [] }
  const bounds = await constraintArguments(workshop, constraints)
  const asked = await install(workshop, [...bounds, ...requirements])
  if (asked.ok) return { kind: 'installed', notes: [] }
  const relaxed = [...new Set(requirements.map(withoutVersion))]
  if (constraints.length === 0 && relaxed.every((text) => requirements.includes(text)))
    return { kind: 'failed', log: tailOf(asked.output) }
  const again = await install(workshop, relaxed)
  if (!again.ok) return { kind: 'failed', log: tailOf(asked.output) }
  return {
    kind: 'installed',
    notes: [`the declared versions could not be installed, others were: ${lastLine(asked.output)}`],
  }
}

async function constraintArguments(workshop: Workshop, constraints: readonly string[]): Promise<string[]> {
  if (constraints.length === 0) return []
  const { builder, python, seconds, signal } = workshop
  const path = `${builder.paths.home}/constraints.txt`
  const write = 'import sys; open(sys.argv[1], "w").write(sys.stdin.read())'
  const stdin = `${constraints.join('\n')}\n`
  await runStep(builder, [python, '-c', write, path], { seconds, stdin }, signal)
  return ['--constraint', path]
}

function lastLine(output: string): string {
  const errors = output.split('\n').filter((line) => /error|because|conflict/i.test(line))
  return (errors.at(-1) ?? output.split('\n').at(-1) ?? '').trim()
}
