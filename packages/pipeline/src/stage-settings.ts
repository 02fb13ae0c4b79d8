import type { Interpreter, RepositoryDefinition } from '@quarry/core'
import type { Workspace } from './workspace.ts'

/** PYTHONHASHSEED of tracing, validation and grading; stability is tried under others. */
const gradingHashSeed = 0

/** Seconds that one test file may take. */
const defaultFileSeconds = 600

/**
 * The settings of every stage for one repository: the definition's word first, then the configuration's.
 *
 * @param interpreter the one that serves the definition's Python version
 */
export function stageSettings(
  workspace: Workspace,
  definition: RepositoryDefinition,
  interpreter: Interpreter,
) {
  const { config } = workspace
  const times = {
    fileSeconds: definition.fileTimeoutSeconds ?? defaultFileSeconds,
    pointSeconds: config.limits.testSeconds,
  }
  const network = definition.network ?? 'loopback'
  return {
    source: {},
    environment: {
      sandbox: workspace.sandbox.kind,
      interpreter,
      requirements: definition.requirements ?? [],
      variables: definition.variables ?? {},
      testFiles: definition.testFiles ?? null,
      hashSeed: gradingHashSeed,
      buildSeconds: config.limits.buildSeconds,
      network,
      ...times,
    },
    observe: {
      testFiles: definition.testFiles ?? null,
      outcomeRuns: config.outcomeRuns,
      tracer: config.tracer,
      concurrency: workspace.concurrency,
      network,
      ...times,
    },
    detect: {},
    isolate: {
      p2pFiles: config.p2pFiles,
      maxCarvedLines: config.maxCarvedLines,
      minCarvedLines: config.minCarvedLines,
      minF2pPoints: config.minF2pPoints,
      seed: config.seed,
    },
    carve: { maxCarvedLines: config.maxCarvedLines },
    validate: {
      carvedRuns: 2,
      minCarvedLines: config.minCarvedLines,
      minF2pPoints: config.minF2pPoints,
      network,
      ...times,
    },
    describe: { network, ...times },
  }
}
export type StageSettings = ReturnType<typeof stageSettings>
