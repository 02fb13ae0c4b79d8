import type { Command, SandboxPaths, Testbed } from '@quarry/core'
import type { PytestSettings, Tracing } from './model.ts'

export interface Invocation {
  readonly mode: 'collect' | 'run' | 'trace'
  /** Relative to the testbed; empty: what pytest itself would collect. */
  readonly files: readonly string[]
  readonly hashSeed: number
  readonly wallSeconds: number
  /** How calls are heard, in `trace` mode. */
  readonly tracing?: Tracing
  /** One process that forks for each file of the order on its standard input. */
  readonly warm?: boolean
}

const megabyte = 1024 * 1024
/** Records of one process: a long suite's trace is a few megabytes. */
const outputBytes = 256 * megabyte

/** Variables that make pytest write colour codes, whoever sets them. */
const colouring = new Set(['FORCE_COLOR', 'PY_COLORS', 'CLICOLOR_FORCE'])

/** The command that runs the probe's launcher, and pytest in it. */
export function pytestCommand(testbed: Testbed, pytest: PytestSettings, invocation: Invocation): Command {
  const { paths, python } = testbed
  return {
    argv: [
      python,
      `${paths.tools}/quarry_probe_main.py`,
      `--mode=${invocation.mode}`,
      `--testbed=${paths.testbed}`,
      `--point-seconds=${pytest.pointSeconds}`,
      ...tracingArguments(invocation.tracing),
      ...(invocation.warm === true ? ['--warm'] : []),
      '--',
      ...pytestArguments(paths, pytest, invocation),
    ],
    variables: pytestVariables(paths, pytest, invocation.hashSeed),
    limits: { wallSeconds: invocation.wallSeconds, outputBytes },
  }
}

function tracingArguments(tracing: Tracing | undefined): string[] {
  if (tracing === undefined) return []
  const { tracer, accelerator } = tracing
  return [`--tracer=${tracer}`, ...(accelerator === null ? [] : [`--accelerator=${accelerator}`])]
}

function pytestArguments(paths: SandboxPaths, pytest: PytestSettings, invocation: Invocation): string[] {
  return [
    '-q',
    '--color=no',
    '-p',
    'no:cacheprovider',
    '--continue-on-collection-errors',
    `--rootdir=${paths.testbed}`,
    ...pytest.arguments,
    ...(invocation.mode === 'collect' ? ['--collect-only'] : []),
    ...invocation.files,
  ]
}

function pytestVariables(
  paths: SandboxPaths,
  pytest: PytestSettings,
  hashSeed: number,
): Record<string, string> {
  const own = Object.entries(pytest.variables).filter(([name]) => !colouring.has(name))
  const roots = pytest.importRoots.map((root) => (root === '' ? paths.testbed : `${paths.testbed}/${root}`))
  return {
    ...Object.fromEntries(own),
    PYTHONPATH: [...roots, paths.site].join(':'),
    PYTHONHASHSEED: String(hashSeed),
    PYTHONDONTWRITEBYTECODE: '1',
    NO_COLOR: '1',
  }
}
