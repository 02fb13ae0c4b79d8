import { Argument, Command, InvalidArgumentError, Option } from '@commander-js/extra-typings'
import { readFileSync } from 'node:fs'
import { addImages } from './images-program.ts'
import { type Finish, outOption } from './options.ts'

/** Every command is loaded when it is called: `quarry --help` loads none. */
export function createProgram(signal: AbortSignal, finish: Finish): Command {
  const program = new Command('quarry')
    .description('Mines feature-level coding tasks out of Python repositories, and scores solutions to them.')
    .version(readVersion())
    .exitOverride()
    .showHelpAfterError('(quarry --help lists the commands)')
    .addHelpText('after', exitStatusHelp)
  addMine(program, signal, finish)
  addAdd(program, signal, finish)
  addStatus(program, finish)
  addExplain(program, finish)
  addEval(program, signal, finish)
  addImages(program, signal, finish)
  addDoctor(program, signal, finish)
  return program
}

const exitStatusHelp = `
A source is pypi:NAME, pypi:NAME==VERSION, git:URL@REF or path:DIR.
Results go to stdout, progress and messages to stderr.

Exit status: 0 ran (rejections and unresolved instances included), 1 nothing came out (no instance, a source that
cannot be mined) or infrastructure trouble, 2 something to correct in what was given, 130 interrupted.`

function addMine(program: Command, signal: AbortSignal, finish: Finish): void {
  program
    .command('mine')
    .description('mine tasks from repositories: names from repos/, or sources; without any, all of repos/')
    .argument('[names...]', 'names from repos/, or sources')
    .addOption(outOption())
    .addOption(sandboxOption())
    .addOption(progressOption())
    .option('--concurrency <n>', 'commands that run at once', positiveInteger)
    .option('--python <version>', 'Python to use, such as 3.11, instead of what repos/ says')
    .option(
      '--candidate <id>',
      'only this candidate, such as jinja2:tests/test_loader.py; may be repeated',
      repeated,
    )
    .option('--max-candidates <n>', 'at most so many candidates of each repository', positiveInteger)
    .option('--seed <n>', 'seed of every choice', integer)
    .option('--repeats <n>', 'untraced runs of each test file that outcomes come from; default 2', repeats)
    .addOption(tracerOption())
    .option('--refresh', 'resolve names without a version anew instead of as the first time')
    .option('--json', 'print the summary as one JSON document')
    .action(async (names, options) => {
      const { mine } = await import('./commands/mine.ts')
      finish(await mine(names, options, signal))
    })
}

function addAdd(program: Command, signal: AbortSignal, finish: Finish): void {
  program
    .command('add')
    .description('fetch a source once, and write repos/<name>.ts for it')
    .addArgument(new Argument('<source>', 'pypi:NAME[==VERSION], git:URL@REF or path:DIR'))
    .option('--name <name>', 'name in repos/; default: the name of the project')
    .addOption(outOption())
    .addOption(sandboxOption())
    .addOption(progressOption())
    .action(async (source, options) => {
      const { add } = await import('./commands/add.ts')
      finish(await add(source, options, signal))
    })
}

function addStatus(program: Command, finish: Finish): void {
  program
    .command('status')
    .description('show what has been mined so far: stages, candidates, rejections, instances')
    .addOption(outOption())
    .option('--json', 'print one JSON document')
    .action(async (options) => {
      const { status } = await import('./commands/status.ts')
      finish(await status(options))
    })
}

function addExplain(program: Command, finish: Finish): void {
  program
    .command('explain')
    .description('say what became of a candidate, an instance or a repository, and why')
    .argument('<id>', 'candidate id, instance id or name of a repository')
    .addOption(outOption())
    .option('--json', 'print one JSON document')
    .action(async (id, options) => {
      const { explain } = await import('./commands/explain.ts')
      finish(await explain(id, options))
    })
}

function addEval(program: Command, signal: AbortSignal, finish: Finish): void {
  program
    .command('eval')
    .description('score predictions against the mined instances')
    .requiredOption('--predictions <gold|noop|file>', 'gold patches, empty patches, or a file of JSON lines')
    .option('--instances <id...>', 'only these instances')
    .addOption(outOption())
    .addOption(sandboxOption())
    .addOption(progressOption())
    .option('--concurrency <n>', 'commands that run at once', positiveInteger)
    .option('--json', 'print one JSON document')
    .action(async (options) => {
      const { evaluate } = await import('./commands/eval.ts')
      finish(await evaluate(options, signal))
    })
}

function addDoctor(program: Command, signal: AbortSignal, finish: Finish): void {
  program
    .command('doctor')
    .description('say what this machine lacks for mining, and how to get it')
    .addOption(outOption())
    .addOption(sandboxOption())
    .option('--json', 'print one JSON document')
    .action(async (options) => {
      const { doctor } = await import('./commands/doctor.ts')
      finish(await doctor(options, signal))
    })
}

const sandboxOption = () =>
  new Option('--sandbox <kind>', 'where foreign code runs')
    .choices(['auto', 'local', 'docker'] as const)
    .default('auto' as const)

const progressOption = () =>
  new Option('--progress <style>', 'how progress is shown; auto: live on a terminal, else plain lines')
    .choices(['auto', 'plain', 'json', 'none'] as const)
    .default('auto' as const)

const tracerOption = () =>
  new Option(
    '--tracer <kind>',
    'how calls are heard of; python: without what was compiled for it, slower',
  ).choices(['auto', 'python'] as const)

/** One value at a time: an option that takes all that follows would swallow the names of repositories. */
function repeated(value: string, earlier: readonly string[] = []): readonly string[] {
  return [...earlier, value]
}

function integer(text: string): number {
  const value = Number(text)
  if (!Number.isSafeInteger(value)) throw new InvalidArgumentError('A whole number is needed.')
  return value
}

function positiveInteger(text: string): number {
  const value = integer(text)
  if (value < 1) throw new InvalidArgumentError('A whole number from 1 is needed.')
  return value
}

/** What two runs do not agree on is not stable: fewer than two say nothing. */
function repeats(text: string): number {
  const value = integer(text)
  if (value < 2) throw new InvalidArgumentError('A whole number from 2 is needed.')
  return value
}

function readVersion(): string {
  const { version }: { version: string } = JSON.parse(
    readFileSync(new URL('../package.json', import.meta.url), 'utf8'),
  )
  return version
}
