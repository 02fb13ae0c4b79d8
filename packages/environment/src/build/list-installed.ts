import { InfrastructureError } from '@quarry/core'
import { type Installed, installedArguments, questionOfInstalled, readInstalled } from './installed.ts'
import { tailOf } from './output-tail.ts'
import { runStep } from './run-step.ts'
import type { Workshop } from './workshop.ts'

/** What is in the environment now. `searched`: another directory to look in, in place of site-packages. */
export async function listInstalled(workshop: Workshop, searched?: string): Promise<Installed> {
  const { builder, python, seconds, signal } = workshop
  const argv = [python, ...installedArguments, ...(searched === undefined ? [] : [searched])]
  const answer = await runStep(builder, argv, { seconds, stdin: questionOfInstalled }, signal)
  if (answer.ok) return readInstalled(answer.stdout)
  throw new InfrastructureError(`the environment's Python does not run: ${tailOf(answer.output)}`, {
    code: 'environment-python-fails',
  })
}
