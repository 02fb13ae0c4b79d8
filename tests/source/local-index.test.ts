import { pypi } from '@quarry/core'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect, test } from 'vitest'
import { temporaryDirectory } from '../support/temporary-directory.ts'
import { projectMembers, tarOf, zipOf } from './support/archives.ts'
import { openSourceLine } from './support/line.ts'

test('an index in a folder, with pages', async () => {
  const top = await temporaryDirectory()
  await mkdir(join(top, 'simple/demo'), { recursive: true })
  await writeFile(join(top, 'demo-1.0.tar.gz'), await tarOf(projectMembers()))
  await writeFile(join(top, 'simple/demo/index.html'), '<a href="../../demo-1.0.tar.gz">demo-1.0.tar.gz</a>')
  const line = await openSourceLine({ PIP_INDEX_URL: pathToFileURL(join(top, 'simple')).href })
  expect(await line.snapshot(pypi('demo'))).toMatchObject({ version: '1.0', package_roots: ['demo'] })
})

test('a folder of archives and no index; a zip gives the same tree as a tar', async () => {
  const links = await temporaryDirectory()
  await writeFile(join(links, 'demo-1.0.tar.gz'), await tarOf(projectMembers()))
  await writeFile(join(links, 'demo-1.1.zip'), await zipOf(projectMembers('demo-1.1')))
  await writeFile(join(links, 'demo-1.2-py3-none-any.whl'), 'a wheel')
  const line = await openSourceLine({ PIP_NO_INDEX: '1', PIP_FIND_LINKS: links })
  const older = await line.snapshot(pypi('demo', '1.0'))
  const newer = await line.snapshot(pypi('demo'))
  expect([newer.version, newer.tree]).toEqual(['1.1', older.tree])
})

test('an index in a folder that is not there has no projects', async () => {
  const line = await openSourceLine({ PIP_INDEX_URL: pathToFileURL(await temporaryDirectory()).href })
  await expect(line.resolve(pypi('demo'))).rejects.toMatchObject({ code: 'project-not-found' })
})
