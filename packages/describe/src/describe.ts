import { Instance, type Stage, ValidationReport } from '@quarry/core'

/** Writes the level 1 task down, without a model: interfaces from the syntax tree, the rest from the proofs. */
export const describe = {
  name: 'describe',
  version: 3,
  input: ValidationReport,
  output: Instance,
  cacheKey: (input) => [input.content_hash],
  run: async (input, context) => {
    const { runDescribe } = await import('./run.ts')
    return runDescribe(input, context)
  },
} satisfies Stage<ValidationReport, Instance, Record<string, never>>
