import { Instance, type Stage, ValidationReport } from '@quarry/core'
import type { DescribeSettings } from './settings.ts'

/** Writes the level 1 task down, without a model: interfaces from the syntax tree, the rest from the proofs. */
export const describe = {
  name: 'describe',
  version: 6,
  input: ValidationReport,
  output: Instance,
  cacheKey: (input, { network, fileSeconds, pointSeconds }) => [
    input.content_hash,
    network,
    fileSeconds,
    pointSeconds,
  ],
  run: async (input, context) => {
    const { runDescribe } = await import('./run.ts')
    return runDescribe(input, context)
  },
} satisfies Stage<ValidationReport, Instance, DescribeSettings>
