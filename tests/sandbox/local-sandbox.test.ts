import { chmod, copyFile, mkdir, mkdtemp, readdir, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openGitTreeStore, type TreeStore } from '@quarry/core'
import { chooseSandbox, defaultDockerSettings, openLocalSandbox } from '@quarry/sandbox'
import { execa } from 'execa'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { testLimits } from './openers.ts'
import {
  emptyInTime,
  ownControlGroups,
  parentOf,
  processesWith,
  somethingInTime,
  uniqueSleep,
} from './leftovers.ts'
import { makeEnvironment, makeTree, never, plainly, printed } from './subject.ts'

let top = ''
let trees: TreeStore

beforeEach(async () => {
  top = await mkdtemp(join(tmpdir(), 'quarry-local-'))
  await chmod(top, 0o711)
  trees = await openGitTreeStore(join(top, 'trees.git'))
})

afterEach(async () => {
  await trees.close()
  await rm(top, { recursive: true })
})

function options() {
  return { trees, temporaryRoot: join(top, 'root'), defaultLimits: testLimits }
}

describe('choosing a sandbox', () => {
  const every = () => ({ ...options(), settings: defaultDockerSettings, idleContainers: 1 })
  let namedEngine: string | undefined

  beforeEach(() => {
    namedEngine = process.env['DOCKER_HOST']
    process.env['DOCKER_HOST'] = `unix://${join(top, 'no.sock')}`
  })

  afterEach(() => {
    if (namedEngine === undefined) delete process.env['DOCKER_HOST']
    else process.env['DOCKER_HOST'] = namedEngine
  })

  it('takes the local one for auto where no engine answers, and says why', async () => {
    const sandbox = await chooseSandbox('auto', every())
    const report = await sandbox.describe()
    await sandbox.close()
    expect(report.kind).toBe('local')
    expect(report.summary).toMatch(/^local sandbox: /)
    expect(
      report.summary.endsWith(
        ` (chosen because no container engine answers at unix://${join(top, 'no.sock')} (ENOENT))`,
      ),
    ).toBe(true)
    expect(report.missing.every((each) => each.how.length > 0)).toBe(true)
  })

  it('says where it looked when docker is asked for and no engine answers', async () => {
    const opening = chooseSandbox('docker', every())
    await expect(opening).rejects.toMatchObject({ name: 'UserError', code: 'no-container-engine' })
    await expect(opening).rejects.toThrow(
      /no\.sock \(ENOENT\)\. Start Docker or Podman, name its socket in DOCKER_HOST/,
    )
  })
})

describe('a temporary root', () => {
  it('that others may write to is refused', async () => {
    await mkdir(join(top, 'root'))
    await chmod(join(top, 'root'), 0o777)
    await expect(openLocalSandbox(options())).rejects.toMatchObject({ code: 'temporary-root-not-safe' })
  })

  it('with "," and ":" in its name serves', async () => {
    const temporaryRoot = join(top, 'a,b:c d')
    const sandbox = await openLocalSandbox({ ...options(), temporaryRoot })
    expect((await sandbox.findInterpreter(null)).implementation).toBe('cpython')
    await sandbox.close()
  })
})

describe('what a dead run left', () => {
  it('is swept when a sandbox opens, and what lives is kept', async () => {
    const root = join(top, 'root')
    const first = await openLocalSandbox(options())
    const living = await readdir(join(root, 'runs'))
    const dead = '4194305.1' // above the largest process number that Linux gives
    await mkdir(join(root, 'runs', `${dead}.0-abc`, 'trees'), { recursive: true })
    await mkdir(join(root, 'environments', 'half', 'environment'), { recursive: true })
    await mkdir(join(root, 'environments', 'whole', 'users'), { recursive: true })
    await writeFile(join(root, 'environments', 'whole', 'sealed.json'), '{}')
    await writeFile(join(root, 'environments', 'whole', 'users', `${dead}.0`), '')
    await writeFile(join(root, 'locks', 'half'), dead)
    const second = await openLocalSandbox(options())
    await second.close()
    const left = await readdir(root, { recursive: true })
    await first.close()
    expect(left.filter((path) => !path.startsWith(`runs/${living[0]}/`)).toSorted()).toEqual([
      'environments',
      'environments/whole',
      'environments/whole/sealed.json',
      'environments/whole/users',
      'locks',
      'runs',
      `runs/${living[0]}`,
    ])
  })
})

describe('a supervisor that is killed', () => {
  it('is an infrastructure error, and its command does not outlive it', async () => {
    const sandbox = await openLocalSandbox(options())
    const interpreter = await sandbox.findInterpreter(null)
    const tree = await trees.writeTree([])
    const builder = await sandbox.openBuilder({ tag: 'killed', interpreter, tree, tools: null }, never)
    const seconds = uniqueSleep()
    const running = builder.run({ argv: ['sleep', seconds] }, never)
    running.catch(() => undefined)
    await somethingInTime(() => processesWith(`sleep ${seconds}`))
    process.kill(parentOf(seconds), 'SIGKILL')
    await expect(running).rejects.toMatchObject({ name: 'InfrastructureError', code: 'sandbox-failed' })
    expect(await emptyInTime(() => processesWith(seconds))).toEqual([])
    expect(ownControlGroups()).toEqual([])
    await sandbox.close()
  })
})

describe('a kernel without the overlay file system', () => {
  it('gets a copy of the tree for every command, and hears so', async () => {
    const sandbox = await openLocalSandbox({ ...options(), overlay: 'none' })
    const tag = await makeEnvironment(sandbox, trees)
    const tree = await makeTree(trees, {
      'kept/file.py': 'file\n',
      'run.sh': { mode: '100755', content: '' },
    })
    const spec = { tag, tree, overlay: null, site: null, tools: null, network: 'loopback' as const }
    const testbed = await sandbox.openTestbed(spec, never)
    const script =
      'cat kept/file.py; test -x run.sh -a -O run.sh -a -O . || echo foreign; mv kept moved; echo more >> moved/file.py; rm run.sh'
    const run = async () => plainly(await testbed.run({ argv: ['sh', '-c', script] }, never))
    expect([await run(), await run()]).toEqual([printed('file\n'), printed('file\n')])
    const report = await sandbox.describe()
    await sandbox.close()
    await execa('chmod', ['-R', 'u+w', top]) // the sealed environment is read-only
    expect(report.missing.map((each) => each.what.split(':')[0])).toContain('no overlay file system')
  })
})

describe('a machine without unshare', () => {
  it('gets plain processes, and hears why', async () => {
    const path = process.env['PATH']
    const bin = join(top, 'bin')
    await mkdir(bin)
    for (const name of ['chown', 'chmod']) await symlink(`/bin/${name}`, join(bin, name))
    process.env['PATH'] = bin
    try {
      const sandbox = await openLocalSandbox({ ...options(), pythonCandidates: ['/usr/bin/python3'] })
      const report = await sandbox.describe()
      await sandbox.close()
      const said = report.missing.map((each) => each.what).join('\n')
      expect(said).toContain('The local sandbox could not start unshare')
    } finally {
      process.env['PATH'] = path
    }
  })
})

describe('interpreters', () => {
  it('that the test user cannot run are passed over, and the next one is taken', async () => {
    const closed = join(top, 'closed')
    await mkdir(closed)
    await symlink('/usr/bin/python3', join(closed, 'python3'))
    await chmod(closed, 0)
    const babbling = join(top, 'babbling')
    await writeFile(babbling, '#!/bin/sh\necho I am not a Python\n', { mode: 0o755 })
    const candidates = [join(closed, 'python3'), babbling, join(top, 'absent'), '/usr/bin/python3']
    const sandbox = await openLocalSandbox({ ...options(), pythonCandidates: candidates })
    const found = await sandbox.findInterpreter(null)
    const looking = sandbox.findInterpreter('3.99')
    await expect(looking).rejects.toThrow(
      `${closed}/python3: quarry: cannot start ${closed}/python3 in /: Permission denied`,
    )
    await expect(looking).rejects.toThrow(`${babbling}: did not answer as a Python does`)
    await expect(looking).rejects.toThrow(
      `${top}/absent: quarry: cannot start ${top}/absent in /: No such file`,
    )
    await sandbox.close()
    await chmod(closed, 0o700)
    expect(found.executable).toMatch(/^\/usr\/bin\/python3/)
  })

  it('installed elsewhere are shown under their own path, and what lies beside them is not', async () => {
    const sandbox = await openLocalSandbox(options())
    const { executable, version } = await sandbox.findInterpreter(null)
    await sandbox.close()
    const prefix = join(top, 'elsewhere')
    const library = `python${version.split('.').slice(0, 2).join('.')}`
    await mkdir(join(prefix, 'bin'), { recursive: true })
    await mkdir(join(prefix, 'lib'))
    await copyFile(executable, join(prefix, 'bin/python'))
    await symlink(`/usr/lib/${library}`, join(prefix, 'lib', library))
    await writeFile(join(prefix, 'secret'), 'secret')

    const pythonCandidates = [join(prefix, 'bin/python')]
    const again = await openLocalSandbox({ ...options(), pythonCandidates })
    const interpreter = await again.findInterpreter(null)
    const tree = await trees.writeTree([])
    const builder = await again.openBuilder({ tag: 'elsewhere', interpreter, tree, tools: null }, never)
    const program = 'import os, sys; print(sys.prefix, sorted(os.listdir(sys.prefix)))'
    const seen = await builder.run({ argv: [interpreter.executable, '-c', program] }, never)
    await again.close()
    expect(interpreter.executable).toBe(join(prefix, 'bin/python'))
    expect(plainly(seen)).toEqual(printed(`${prefix} ['bin', 'lib']\n`))
  })
})
