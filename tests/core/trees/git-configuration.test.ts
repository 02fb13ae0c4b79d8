import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { temporaryDirectory } from '../../support/temporary-directory.ts'
import { openStore } from './open-store.ts'
import { treeOf } from './random-files.ts'

const configuration = `
[core]
  autocrlf = true
[diff]
  noprefix = true
  external = false
  context = 0
[apply]
  whitespace = fix
`

/** Sets variables of this process for the running test. */
function setEnvironment(variables: Record<string, string>): void {
  const before = { ...process.env }
  onTestFinished(() => {
    for (const name of Object.keys(variables)) delete process.env[name]
    Object.assign(process.env, before)
  })
  Object.assign(process.env, variables)
}

test("the user's git configuration, attributes and variables change nothing", async () => {
  const store = await openStore()
  const bytes = (text: string) => Buffer.from(text)
  const from = await treeOf(store, [
    { path: 'a.py', mode: '100644', bytes: bytes('one\r\ntwo\r\nthree \r\n') },
  ])
  const to = await treeOf(store, [{ path: 'a.py', mode: '100644', bytes: bytes('one\r\nTWO\r\nthree \r\n') }])
  const before = await store.diff(from, to)

  const home = await temporaryDirectory()
  await writeFile(join(home, '.gitconfig'), configuration)
  await mkdir(join(home, '.config/git'), { recursive: true })
  await writeFile(join(home, '.config/git/attributes'), '*.py binary\n')
  setEnvironment({
    HOME: home,
    XDG_CONFIG_HOME: join(home, '.config'),
    GIT_CONFIG_COUNT: '1',
    GIT_CONFIG_KEY_0: 'diff.noprefix',
    GIT_CONFIG_VALUE_0: 'true',
    GIT_DIFF_OPTS: '--unified=0',
    GIT_INDEX_FILE: join(home, 'index'),
    GIT_EXTERNAL_DIFF: 'false',
  })
  const after = await store.diff(from, to)
  expect(String(after)).toBe(String(before))
  expect(await store.apply(from, after)).toEqual({ kind: 'applied', tree: to, paths: ['a.py'], how: 'plain' })
})
