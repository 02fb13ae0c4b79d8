import { QuarryError, type Sandbox } from '@quarry/core'
import { execa } from 'execa'
import { acceleratorCheck } from './accelerator-check.ts'
import { type Check, limited, missing, ok } from './check.ts'

/** Versions that packages of today ask for. */
const commonVersions = ['3.9', '3.10', '3.11', '3.12', '3.13', '3.14']

/** What protects the host while foreign code runs, and which interpreters that code can have. */
export async function sandboxChecks(sandbox: Sandbox): Promise<Check[]> {
  const report = await sandbox.describe()
  return [
    ok(`${report.kind} sandbox`, report.summary),
    ...report.inForce.map((what) => ok('protection', what)),
    ...report.missing.map(({ what, how }) => limited('protection', `missing: ${what}`, how)),
    ...(await interpreterChecks(sandbox)),
  ]
}

const howToGetPython = {
  local: 'install it, on Debian: apt install python3 python3-venv',
  docker: 'name an image that the engine has or can fetch: docker.baseImage in pipeline.config.ts',
}

async function interpreterChecks(sandbox: Sandbox): Promise<Check[]> {
  const found = await lookForInterpreter(sandbox, null)
  if ('problem' in found) return [missing('python', found.problem, howToGetPython[sandbox.kind])]
  const { version, executable, checkedAs } = found
  const python = ok('python', `${version} at ${executable}, tried as user ${checkedAs}`)
  // An engine may fetch an image for each version that is asked for.
  if (sandbox.kind === 'docker') return [python]
  const others = await Promise.all(commonVersions.map((wanted) => lookForInterpreter(sandbox, wanted)))
  const versions = others.flatMap((other) => ('problem' in other ? [] : [other.version]))
  return [
    python,
    ok('python versions', versions.length === 0 ? 'no other' : versions.join(', ')),
    ...(await installerChecks(executable)),
    await acceleratorCheck(found),
  ]
}

async function lookForInterpreter(sandbox: Sandbox, version: string | null) {
  try {
    return await sandbox.findInterpreter(version)
  } catch (error) {
    if (error instanceof QuarryError) return { problem: error.message }
    throw error
  }
}

/** An environment is made by venv; ensurepip, which Debian packages apart, gives it pip. */
async function installerChecks(python: string): Promise<Check[]> {
  const [venv, uv] = await Promise.all([
    execa(python, ['-I', '-c', 'import venv, ensurepip'], { reject: false }),
    execa('uv', ['--version'], { reject: false }),
  ])
  return [
    venv.failed
      ? missing(
          'venv and pip',
          `${python} has no venv or no ensurepip`,
          'on Debian: apt install python3-venv',
        )
      : ok('venv and pip', `with ${python}`),
    uv.failed ? ok('uv', 'not installed; pip is used, which is slower') : ok('uv', uv.stdout),
  ]
}
