import { readFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { type Accelerator, canonicalHash, type SandboxKind } from '@quarry/core'
import { probeDirectory } from '@quarry/testrun'
import { tailOf } from './output-tail.ts'
import { runStep } from './run-step.ts'
import type { Workshop } from './workshop.ts'

const compiling = 'quarry_build_accelerator.py'
const sources = ['quarry_accelerator.c', compiling]

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
  const texts = await Promise.all(sources.map((name) => readFile(join(probeDirectory, name), 'utf8')))
  const name = `accelerator/${canonicalHash([sandbox, described.stdout, texts])}`
  const known = await trees.kept(name)
  if (known !== null) return inTree(workshop, known)
  const made = await compile(workshop)
  if ('tree' in made) await trees.keep(name, made.tree)
  return made
}

/** Into the builder's temporary directory, which no environment holds. */
async function compile(workshop: Workshop): Promise<Accelerator> {
  const { builder } = workshop
  const { temporary, tools } = builder.paths
  const { ok, output, stdout } = await runPython(workshop, [`${tools}/${compiling}`, temporary])
  if (!ok) return { missing: tailOf(output) }
  const file = basename(stdout)
  return inTree(workshop, await builder.capture(temporary, (path) => path === file))
}

async function inTree({ trees }: Workshop, tree: string): Promise<Accelerator> {
  const [entry] = await trees.list(tree)
  return entry === undefined ? { missing: 'the compiler left no file' } : { tree, file: entry.path }
}

/** The interpreter itself rather than the environment's, whose start-up files are the installer's work. */
function runPython({ builder, interpreter, seconds, signal }: Workshop, args: readonly string[]) {
  const limit = { seconds: Math.min(seconds, mostSeconds) }
  return runStep(builder, [interpreter.executable, '-I', ...args], limit, signal)
}
