import { InfrastructureError } from '@quarry/core'
import { isNetworkTrouble } from './network-trouble.ts'
import { tailOf } from './output-tail.ts'
import { runStep, type StepResult } from './run-step.ts'
import type { Workshop } from './workshop.ts'

/**
 * Installs with the host's index settings.
 * @throws InfrastructureError `index-unreachable` when the installer could not reach its index.
 */
export async function install(
  workshop: Workshop,
  arguments_: readonly string[],
  variables: Readonly<Record<string, string>> = {},
): Promise<StepResult> {
  const { builder, installer, indexVariables, seconds, signal } = workshop
  const argv = [...installer.install, ...arguments_]
  const options = { variables: { ...indexVariables, ...variables }, seconds }
  const result = await runStep(builder, argv, options, signal)
  workshop.log.push(`$ ${argv.join(' ')}`, result.output)
  if (!result.ok && isNetworkTrouble(result.output)) {
    throw new InfrastructureError(
      `Packages could not be fetched; check the network and pip's index settings. The installer said:\n${tailOf(result.output)}`,
      { code: 'index-unreachable' },
    )
  }
  return result
}

/** Removes distributions from the environment; those that are not there are passed over. */
export async function uninstall(workshop: Workshop, names: readonly string[]): Promise<void> {
  if (names.length === 0) return
  const { builder, installer, seconds, signal } = workshop
  const argv = [...installer.uninstall, ...names]
  const result = await runStep(builder, argv, { seconds }, signal)
  workshop.log.push(`$ ${argv.join(' ')}`, result.output)
  if (result.ok) return
  throw new InfrastructureError(
    `${names.join(', ')} could not be removed from the environment: ${tailOf(result.output)}`,
    { code: 'uninstall-failed' },
  )
}
