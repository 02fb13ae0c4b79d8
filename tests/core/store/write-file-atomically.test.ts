import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { writeFileAtomically } from '@quarry/core'
import { execa } from 'execa'
import { expect, test } from 'vitest'
import { temporaryDirectory } from '../../support/temporary-directory.ts'

test('the folder is made, and an old file replaced', async () => {
  const file = join(await temporaryDirectory(), 'new/folder/file.json')
  await writeFileAtomically(file, 'old')
  await writeFileAtomically(file, Buffer.from([0xff, 0x00]))
  expect([...(await readFile(file))]).toEqual([0xff, 0x00])
  expect(await readdir(join(file, '..'))).toEqual(['file.json'])
})

test('a write that fails leaves the old content and nothing else', async () => {
  const directory = await temporaryDirectory()
  const file = join(directory, 'file.json')
  await mkdir(file)
  await writeFile(join(file, 'old'), 'old')
  await expect(writeFileAtomically(file, 'new')).rejects.toMatchObject({
    name: 'InfrastructureError',
    code: 'file-not-written',
    message: expect.stringContaining(file),
  })
  expect({ top: await readdir(directory), inside: await readdir(file) }).toEqual({
    top: ['file.json'],
    inside: ['old'],
  })
})

test('a process killed while it writes leaves the old file or the new one, never half of one', async () => {
  const directory = await temporaryDirectory()
  const file = join(directory, 'file.json')
  await writeFileAtomically(file, JSON.stringify({ text: 'x'.repeat(100_000) }))
  const script = `
    import { writeFileAtomically } from '@quarry/core'
    process.stdout.write('started')
    for (let count = 0; ; count++)
      await writeFileAtomically(${JSON.stringify(file)}, JSON.stringify({ text: String(count % 10).repeat(2_000_000) }))
  `
  for (let round = 0; round < 3; round++) {
    const child = execa(
      process.execPath,
      ['--conditions=quarry-source', '--input-type=module', '--eval', script],
      {
        cwd: import.meta.dirname,
        reject: false,
      },
    )
    await new Promise((resolve) => child.stdout.once('data', resolve))
    await new Promise((resolve) => setTimeout(resolve, 20 + round * 17))
    child.kill('SIGKILL')
    await child
    expect(JSON.parse(await readFile(file, 'utf8'))).toEqual({ text: expect.stringMatching(/^(.)\1+$/) })
  }
})
