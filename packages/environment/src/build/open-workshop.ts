import {
  type Builder,
  InfrastructureError,
  installerVariables,
  type Interpreter,
  readIndexSettings,
  type TreeStore,
} from '@quarry/core'
import { chooseInstaller } from './installer.ts'
import { tailOf } from './output-tail.ts'
import { runStep } from './run-step.ts'
import type { Workshop } from './workshop.ts'

/**
 * Makes an empty virtual environment in the builder, and finds what to fill it with.
 * @throws UserError `no-installer`; InfrastructureError `no-virtual-environment`.
 */
export async function openWorkshop(
  builder: Builder,
  trees: TreeStore,
  interpreter: Interpreter,
  seconds: number,
  signal: AbortSignal,
): Promise<Workshop> {
  const { environment } = builder.paths
  const variables = installerVariables(await readIndexSettings(process.env))
  const made = await runStep(
    builder,
    [interpreter.executable, '-m', 'venv', '--without-pip', environment],
    { seconds },
    signal,
  )
  if (!made.ok) {
    throw new InfrastructureError(
      `${interpreter.executable} could not make a virtual environment: ${tailOf(made.output)}`,
      { code: 'no-virtual-environment' },
    )
  }
  const python = `${environment}/bin/python`
  const installer = await chooseInstaller(builder, interpreter, python, { seconds, variables }, signal)
  return {
    builder,
    trees,
    interpreter,
    installer,
    python,
    indexVariables: variables,
    log: [],
    seconds,
    signal,
  }
}
