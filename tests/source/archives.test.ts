import { pypi } from '@quarry/core'
import type { SourceSettings } from '@quarry/source'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { temporaryDirectory } from '../support/temporary-directory.ts'
import { type MemberSpec, projectMembers, tarOf, type TarOptions, zipOf } from './support/archives.ts'
import { openSourceLine, type SourceLine } from './support/line.ts'

const top = 'demo-1.0'

async function lineWith(packed: Buffer, ending: string, settings?: Omit<SourceSettings, 'environment'>) {
  const links = await temporaryDirectory()
  await writeFile(join(links, `demo-1.0${ending}`), packed)
  return openSourceLine({ PIP_NO_INDEX: '1', PIP_FIND_LINKS: links }, settings)
}

const tarLine = async (members: readonly MemberSpec[], options?: TarOptions): Promise<SourceLine> =>
  lineWith(await tarOf([...projectMembers(), ...members], options), '.tar.gz')

const zipLine = async (members: readonly MemberSpec[]): Promise<SourceLine> =>
  lineWith(await zipOf([...projectMembers(), ...members]), '.zip')

async function unsafeMember(line: SourceLine): Promise<unknown> {
  const { code, evidence } = await line.rejection(pypi('demo'))
  return [code, evidence['member'], evidence['reason']]
}

describe('a tar archive is refused', () => {
  const cases: [string, MemberSpec, string][] = [
    ['for a path that leads out', { name: `${top}/../../evil.py` }, 'its path leads out of the archive'],
    ['for an absolute path', { name: '/etc/evil' }, 'its path is absolute'],
    [
      'for a link to an absolute path',
      { name: `${top}/passwd`, type: 'symlink', target: '/etc/passwd' },
      'links out of the tree, to /etc/passwd',
    ],
    [
      'for a link that leads out',
      { name: `${top}/demo/up`, type: 'symlink', target: '../../x' },
      'links out of the tree, to ../../x',
    ],
    [
      'for a hard link to nothing',
      { name: `${top}/hard`, type: 'hardlink', target: '/etc/passwd' },
      'is a hard link to /etc/passwd, which the archive does not hold',
    ],
    ['for a device', { name: `${top}/null`, type: 'device' }, 'is neither a file, a directory nor a link'],
    ['for a pipe', { name: `${top}/pipe`, type: 'fifo' }, 'is neither a file, a directory nor a link'],
  ]
  test.each(cases)('%s', async (_, member, reason) => {
    const shown = reason.startsWith('links out') ? member.name.slice(top.length + 1) : member.name
    expect(await unsafeMember(await tarLine([member]))).toEqual(['unsafe-archive', shown, reason])
  })

  test('for a link that leads out through another link', async () => {
    const members: MemberSpec[] = [
      { name: `${top}/a/b/top`, type: 'symlink', target: '../..' },
      { name: `${top}/a/b/c/out`, type: 'symlink', target: '../top/..' },
    ]
    expect(await unsafeMember(await tarLine(members))).toEqual([
      'unsafe-archive',
      'a/b/c/out',
      'links out of the tree, to ../top/..',
    ])
  })

  test('for a file below a link', async () => {
    const members: MemberSpec[] = [
      { name: `${top}/linked`, type: 'symlink', target: 'demo' },
      { name: `${top}/linked/evil.py`, text: 'x' },
    ]
    expect(await unsafeMember(await tarLine(members))).toEqual([
      'unsafe-archive',
      'linked',
      'stands where another member needs a directory',
    ])
  })

  test('for a .git directory', async () => {
    expect(await line0([{ name: `${top}/sub/.git/config`, text: 'x' }])).toEqual([
      'has-git-directory',
      `${top}/sub/.git/config`,
      'a part of its path is .git',
    ])
  })

  test('but not for the pointer that a submodule has in its place (tomlkit), unless it points at nothing', async () => {
    const pointer = `${top}/suite/.git`
    const text = 'gitdir: ../.git/modules/suite\n'
    const line = await tarLine([
      { name: pointer, text },
      { name: `${top}/suite/case.toml`, text: '' },
    ])
    const { tree } = await line.snapshot(pypi('demo'))
    expect(Object.keys(await line.texts(tree)).filter((path) => path.startsWith('suite'))).toEqual([
      'suite/case.toml',
    ])
    const others: MemberSpec[] = [
      { name: pointer, text: `${text}and more\n` },
      { name: pointer, type: 'symlink', target: 'demo' },
      { name: `${top}/suite/.GIT`, text },
    ]
    for (const other of others)
      expect(await line0([other])).toEqual(['has-git-directory', other.name, 'a part of its path is .git'])
  })

  test('for a name that is not UTF-8', async () => {
    const line = await tarLine([{ name: `${top}/caf\u00e9.py` }], { tar: 'ustar', encoding: 'latin-1' })
    expect(await unsafeMember(line)).toEqual([
      'unsafe-archive',
      `${top}/caf\u00e9.py`,
      'its name is not UTF-8',
    ])
  })

  const line0 = async (members: MemberSpec[]) => unsafeMember(await tarLine(members))
})

describe('bombs', () => {
  const limits = {
    totalBytes: 1_000_000,
    members: 20,
    ratio: 50,
    ratioFrom: 100_000,
    pathBytes: 200,
    partBytes: 100,
  }
  const refusedWith = async (members: MemberSpec[], kind: 'tar' | 'zip') => {
    const all = [...projectMembers(), ...members]
    const line = await lineWith(
      kind === 'tar' ? await tarOf(all) : await zipOf(all),
      kind === 'tar' ? '.tar.gz' : '.zip',
      {
        limits,
      },
    )
    return unsafeMember(line)
  }

  test.each(['tar', 'zip'] as const)('too many bytes in a %s', async (kind) => {
    expect(await refusedWith([{ name: `${top}/big`, text: 'a', times: 1_000_001 }], kind)).toEqual([
      'unsafe-archive',
      `${top}/big`,
      'more than 1000000 bytes unpacked',
    ])
  })

  test.each(['tar', 'zip'] as const)('packed too well in a %s', async (kind) => {
    expect(await refusedWith([{ name: `${top}/flat`, text: 'a', times: 500_000 }], kind)).toEqual([
      'unsafe-archive',
      `${top}/flat`,
      'unpacks to more than 50 times its packed size',
    ])
  })

  test('too many members', async () => {
    const members = Array.from({ length: 20 }, (_, index) => ({ name: `${top}/f${index}`, text: '' }))
    expect(await refusedWith(members, 'tar')).toEqual([
      'unsafe-archive',
      `${top}/f17`,
      'more than 20 members',
    ])
  })

  test('too long a path', async () => {
    expect(await refusedWith([{ name: `${top}/${'x'.repeat(101)}`, text: '' }], 'tar')).toEqual([
      'unsafe-archive',
      `${top}/${'x'.repeat(101)}`,
      'a part of its path has more than 100 bytes',
    ])
  })
})

describe('a zip archive is refused', () => {
  test.each([
    [`${top}/../../evil.py`, 'its path leads out of the archive'],
    [`${top}\\..\\..\\evil.py`, 'its path leads out of the archive'],
    ['C:/evil.py', 'its path is absolute'],
  ])('for %s', async (name, reason) => {
    expect(await unsafeMember(await zipLine([{ name, text: 'x' }]))).toEqual([
      'unsafe-archive',
      name.replaceAll('\\', '/'),
      reason,
    ])
  })

  test('for a link that leads out', async () => {
    const line = await zipLine([{ name: `${top}/up`, type: 'symlink', target: '../x' }])
    expect(await unsafeMember(line)).toEqual(['unsafe-archive', 'up', 'links out of the tree, to ../x'])
  })
})

test('an archive that is cut off is unreadable', async () => {
  const packed = await tarOf(projectMembers())
  const line = await lineWith(packed.subarray(0, packed.length - 40), '.tar.gz')
  expect((await line.rejection(pypi('demo'))).code).toBe('unreadable-archive')
})

test.each(['pax', 'ustar', 'gnu'] as const)('what a %s archive may hold, byte for byte', async (tar) => {
  const latin1 = Buffer.from([0x63, 0x61, 0x66, 0xe9, 0x0d, 0x0a])
  const long = `${'long-name-'.repeat(9)}/${'x'.repeat(95)}.py`
  const line = await tarLine(
    [
      { name: `${top}/latin1.txt`, base64: latin1.toString('base64') },
      { name: `${top}/prüfung/grün.txt`, text: 'ok' },
      { name: `${top}/${long}`, text: 'long' },
      { name: `${top}/run.sh`, text: 'true', mode: 0o755 },
      { name: `${top}/inner`, type: 'symlink', target: 'demo/__init__.py' },
      { name: `${top}/copy.py`, type: 'hardlink', target: `${top}/demo/__init__.py` },
      { name: `${top}/empty/inner`, type: 'directory', mode: 0o755 },
      { name: `${top}/.gitattributes`, text: '* text=auto eol=lf export-ignore\n' },
    ],
    { tar },
  )
  const snapshot = await line.snapshot(pypi('demo'))
  const texts = await line.texts(snapshot.tree)
  for (const { name } of projectMembers()) delete texts[name.slice(top.length + 1)]
  expect(texts).toEqual({
    '.gitattributes': '* text=auto eol=lf export-ignore\n',
    'copy.py': 'ANSWER = 42\n',
    inner: '-> demo/__init__.py',
    'latin1.txt': 'caf\u00e9\r\n',
    [long]: 'long',
    'prüfung/grün.txt': 'ok',
    'run.sh': 'true',
  })
  expect(snapshot.empty_directories).toEqual(['empty/inner'])
  const modes = (await line.trees.list(snapshot.tree)).map(({ path, mode }) => [path, mode])
  expect(modes).toContainEqual(['run.sh', '100755'])
})
