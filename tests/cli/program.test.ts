import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { execa } from 'execa'
import { describe, expect, test } from 'vitest'
import { programFile, runQuarry } from '../support/run-quarry.ts'
import { temporaryDirectory } from '../support/temporary-directory.ts'

describe('what is said before anything runs', () => {
  test('--help lists every command on stdout', async () => {
    const { status, stdout, stderr } = await runQuarry(await temporaryDirectory(), '--help')
    const commands = [...stdout.matchAll(/^ {2}([a-z]+) /gm)].map((match) => match[1])
    expect({ status, stderr, commands }).toEqual({
      status: 0,
      stderr: '',
      commands: ['mine', 'add', 'status', 'explain', 'eval', 'images', 'doctor', 'help'],
    })
  })

  test('a misspelt command is a user error with a suggestion', async () => {
    expect(await runQuarry(await temporaryDirectory(), 'mien')).toEqual({
      status: 2,
      stdout: '',
      stderr: "error: unknown command 'mien'\n(Did you mean mine?)\n(quarry --help lists the commands)",
    })
  })

  test('an option out of range is a user error that names it', async () => {
    expect(await runQuarry(await temporaryDirectory(), 'mine', '--concurrency', '0')).toEqual({
      status: 2,
      stdout: '',
      stderr:
        "error: option '--concurrency <n>' argument '0' is invalid. A whole number from 1 is needed.\n" +
        '(quarry --help lists the commands)',
    })
  })

  test('one untraced run says nothing of stability, and is not enough', async () => {
    expect(await runQuarry(await temporaryDirectory(), 'mine', '--repeats', '1')).toEqual({
      status: 2,
      stdout: '',
      stderr:
        "error: option '--repeats <n>' argument '1' is invalid. A whole number from 2 is needed.\n" +
        '(quarry --help lists the commands)',
    })
  })

  test('a tracer that there is not is a user error that names those that there are', async () => {
    expect(await runQuarry(await temporaryDirectory(), 'mine', '--tracer', 'settrace')).toEqual({
      status: 2,
      stdout: '',
      stderr:
        "error: option '--tracer <kind>' argument 'settrace' is invalid. Allowed choices are auto, python.\n" +
        '(quarry --help lists the commands)',
    })
  })

  test('an older Node is told so, in words and without a stack', async () => {
    const pretend =
      "Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '20.20.2' } }); " +
      `import(${JSON.stringify(programFile)})`
    const { exitCode, stdout, stderr } = await execa(process.execPath, ['-e', pretend], { reject: false })
    expect({ exitCode, stdout, stderr }).toEqual({
      exitCode: 2,
      stdout: '',
      stderr: 'quarry: Node 22.18 or newer is needed, this is 20.20.2',
    })
  })
})

/** `npm ci` brings a Node along for this platform only. */
const bringsNode = process.platform === 'linux' && process.arch === 'x64'

test.runIf(bringsNode)(
  "what npm and npx start runs on the Node that npm ci brought, not on Debian's",
  async () => {
    const scripts = fileURLToPath(new URL('../../node_modules/.bin', import.meta.url))
    const { stdout } = await execa(join(scripts, 'node'), ['--version'])
    const [major = 0, minor = 0] = stdout.slice(1).split('.').map(Number)
    expect(major > 22 || (major === 22 && minor >= 18)).toBe(true)
    // npm puts this folder first, whatever else is on PATH.
    const path = [scripts, process.env['PATH']].join(':')
    const started = await execa(join(scripts, 'quarry'), ['--version'], { env: { PATH: path } })
    expect(started.stdout).toMatch(/^\d+\.\d+\.\d+/)
  },
)

describe('what is asked for has to be there', () => {
  test('something that is neither a name nor a source', async () => {
    expect(await runQuarry(await temporaryDirectory(), 'mine', 'conda:jinja2')).toEqual({
      status: 2,
      stdout: '',
      stderr:
        "quarry: 'conda:jinja2' is neither a name in repos/ nor a source: " +
        'write pypi:NAME, pypi:NAME==VERSION, git:URL@REF or path:DIR [bad-repository-spec]',
    })
  })

  test('a name that repos/ does not have', async () => {
    const directory = await workspaceWith('repos/alpha.ts', 'export default {}\n')
    expect(await runQuarry(directory, 'mine', 'beta')).toEqual({
      status: 2,
      stdout: '',
      stderr:
        'quarry: there is no repos/beta.ts (there are: alpha); for the package on the index write pypi:beta [unknown-repository]',
    })
  })

  test('a repository file with a wrong field names file and field', async () => {
    const directory = await workspaceWith(
      'repos/alpha.ts',
      "export default { name: 'alpha', source: { kind: 'pypi', project: 'alpha', version: 3 } }\n",
    )
    expect(await runQuarry(directory, 'mine', 'alpha')).toEqual({
      status: 2,
      stdout: '',
      stderr:
        'quarry: repos/alpha.ts: source.version: Invalid input: expected string, received number [config-invalid]',
    })
  })

  test('two sources of one name', async () => {
    expect(await runQuarry(await temporaryDirectory(), 'mine', 'pypi:click', 'pypi:Click==8.1.0')).toEqual({
      status: 2,
      stdout: '',
      stderr:
        "quarry: two of the repositories asked for are called 'click'; mine them one after the other [repository-twice]",
    })
  })

  test('add does not overwrite, and does not fetch before it says so', async () => {
    const directory = await workspaceWith('repos/alpha.ts', 'export default {}\n')
    expect(await runQuarry(directory, 'add', 'pypi:alpha')).toEqual({
      status: 2,
      stdout: '',
      stderr:
        'quarry: repos/alpha.ts is there already; edit it, or choose another name with --name [repository-exists]',
    })
  })
})

/** A workspace is a directory with a pipeline.config.ts; this one has one more file. */
async function workspaceWith(file: string, text: string): Promise<string> {
  const directory = await temporaryDirectory()
  await writeFile(join(directory, 'pipeline.config.ts'), 'export default {}\n')
  await mkdir(join(directory, 'repos'))
  await writeFile(join(directory, file), text)
  return directory
}
