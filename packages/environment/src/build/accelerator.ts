import { basename } from 'node:path'
import { type Accelerator, canonicalHash, type SandboxKind, type TreeHash } from '@quarry/core'
import { acceleratorCompiler, acceleratorSource } from '@quarry/testrun'
import { tailOf } from './output-tail.ts'
import { runStep } from './run-step.ts'
import type { Workshop } from './workshop.ts'

/** All that compiled code depends on beside its source: the interpreter, how that was built, and the C library. */
const describeInterpreter = `
import platform, sys, sysconfig
names = "EXT_SUFFIX", "CONFIG_ARGS", "MULTIARCH", "SOABI"
print([sys.implementation.name, sys.version, platform.machine(), platform.libc_ver(), sysconfig.get_config_vars(*names)])
`

/** Seconds that compiling one file may take, however long the steps of a build may. */
const mostSeconds = 120

/**
 * The tracer's accelerator for the workshop's interpreter: from the tree store, or compiled now and kept there. It is for
 * who calls this before anything foreign is installed: what one repository brings along must not get into what traces
 * others. That there is none is no trouble, only slower.
 */
export async function findAccelerator(workshop: Workshop, sandbox: SandboxKind): Promise<Accelerator> {
  const { trees, interpreter } = workshop
  const described = await runPython(workshop, ['-c', describeInterpreter])
  if (!described.ok) return { missing: `${interpreter.executable} says nothing of itself` }
  const source = await acceleratorSource()
  const name = `accelerator/${canonicalHash([sandbox, described.stdout, source])}`
  const tree = (await trees.kept(name)) ?? (await compile(workshop))
  if (typeof tree !== 'string') return tree
  const [entry] = await trees.list(tree)
  if (entry === undefined) return { missing: 'the compiler left no file' }
  await trees.keep({ [name]: tree })
  return { tree, file: entry.path, source }
}

/** Into the builder's temporary directory, which no environment holds. */
async function compile(workshop: Workshop): Promise<TreeHash | { missing: string }> {
  const { builder } = workshop
  const { temporary, tools } = builder.paths
  const { ok, output, stdout } = await runPython(workshop, [`${tools}/${acceleratorCompiler}`, temporary])
  if (!ok) return { missing: tailOf(output) }
  const file = basename(stdout)
  return builder.capture(temporary, (path) => path === file)
}

/** The interpreter itself rather than the environment's, whose start-up files are the installer's work. */
function runPython({ builder, interpreter, seconds, signal }: Workshop, args: readonly string[]) {
  const limit = { seconds: Math.min(seconds, mostSeconds) }
  return runStep(builder, [interpreter.executable, '-I', ...args], limit, signal)
}
