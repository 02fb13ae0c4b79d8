import { type Builder, type Interpreter, UserError } from '@quarry/core'
import { runStep, type StepOptions } from './run-step.ts'

/** A program that installs into the virtual environment from outside it; each list is the start of a command. */
export interface Installer {
  readonly kind: 'uv' | 'pip'
  readonly install: readonly string[]
  readonly uninstall: readonly string[]
}

const pipHas = 'import pip, sys; sys.exit(tuple(map(int, pip.__version__.split(".")[:2])) < (22, 3))'

/**
 * uv where the test user can run one, else the interpreter's own pip, else the one that ensurepip brings.
 * @throws UserError `no-installer` when there is none of them.
 */
export async function chooseInstaller(
  builder: Builder,
  interpreter: Interpreter,
  python: string,
  options: StepOptions,
  signal: AbortSignal,
): Promise<Installer> {
  const works = async (argv: readonly string[]) => (await runStep(builder, argv, options, signal)).ok
  if (await works(['uv', '--version'])) return uv(python)
  if (await works([interpreter.executable, '-c', pipHas])) return pip(interpreter.executable, python)
  const tools = `${builder.paths.home}/installer`
  if (await works([interpreter.executable, '-m', 'venv', tools])) {
    const own = `${tools}/bin/python`
    // ensurepip brings the pip of the interpreter's own time.
    if (!(await works([own, '-c', pipHas])))
      await works([own, '-m', 'pip', 'install', '-q', '--upgrade', 'pip'])
    if (await works([own, '-c', pipHas])) return pip(own, python)
  }
  throw new UserError(
    `There is nothing to install packages with: the user ${interpreter.checkedAs} can run neither uv nor pip 22.3 or later for ${interpreter.executable}. Install one where every user can run it: apt install python3-pip (or python3-venv), or uv in /usr/local/bin.`,
    { code: 'no-installer' },
  )
}

function uv(python: string): Installer {
  const options = ['--no-progress', '--python', python]
  return {
    kind: 'uv',
    install: ['uv', 'pip', 'install', ...options],
    uninstall: ['uv', 'pip', 'uninstall', ...options],
  }
}

function pip(runner: string, python: string): Installer {
  const start = [runner, '-m', 'pip', '--python', python, '--no-input', '--disable-pip-version-check']
  return {
    kind: 'pip',
    install: [...start, 'install', '--progress-bar=off', '--no-compile', '--no-warn-script-location'],
    uninstall: [...start, 'uninstall', '--yes'],
  }
}
