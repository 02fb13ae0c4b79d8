import { mkdir, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { execa } from 'execa'
import { expect, test } from 'vitest'
import { temporaryDirectory } from '../support/temporary-directory.ts'

const scanner = fileURLToPath(new URL('../../packages/validate/scanner/find_lines.py', import.meta.url))

test('finds lines by their bytes, whatever the encoding and the indentation, in files but not behind links', async () => {
  const top = await temporaryDirectory()
  await mkdir(join(top, 'tree/sub'), { recursive: true })
  await writeFile(join(top, 'tree/a.py'), '\tpremi\u00e8re = calcul\u00e9()  \r\nother\n')
  await writeFile(join(top, 'tree/b.py'), Buffer.from('premi\u00e8re = calcul\u00e9()', 'latin1'))
  await writeFile(join(top, 'tree/sub/c.pyc'), 'x')
  await writeFile(join(top, 'tree/sub/big.bin'), Buffer.alloc(3 << 20, 'x'))
  await symlink('a.py', join(top, 'tree/link.py'))
  const utf8 = Buffer.from('premi\u00e8re = calcul\u00e9()').toString('latin1')
  const request = { lines: ['nowhere', utf8], directories: { tree: join(top, 'tree') } }
  const { stdout } = await execa('python3', [scanner], { input: JSON.stringify(request) })
  expect(JSON.parse(stdout)).toEqual({
    files: 4,
    bytecode: ['tree:sub/c.pyc'],
    copies: [['tree:a.py', utf8]],
  })
})
