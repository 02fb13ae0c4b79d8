import { acceleratorCompiler, probeDirectory } from '@quarry/testrun'
import { execa } from 'execa'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Check, limited, ok } from './check.ts'

/** Compiles what makes tracing cheap, as the building of an environment does, for an interpreter of this machine. */
export async function acceleratorCheck(python: {
  readonly version: string
  readonly executable: string
}): Promise<Check> {
  const directory = await mkdtemp(join(tmpdir(), 'quarry-doctor-'))
  try {
    const program = join(probeDirectory, acceleratorCompiler)
    const made = await execa(python.executable, ['-I', program, directory], { reject: false })
    if (!made.failed) return ok('accelerator', `can be compiled for Python ${python.version}`)
    const minor = python.version.split('.').slice(0, 2).join('.')
    return limited(
      'accelerator',
      reasonIn(made.stderr),
      `tests are traced without it, slower; on Debian: apt install gcc libc6-dev python${minor}-dev`,
    )
  } finally {
    await rm(directory, { recursive: true })
  }
}

/** A compiler says much; what it calls an error comes first. */
function reasonIn(said: string): string {
  const lines = said.split('\n')
  return (lines.find((line) => /\berror:/.test(line)) ?? lines[0] ?? '').trim()
}
