import { join } from 'node:path'
import { openGitTreeStore } from '@quarry/core'
import { parseTree } from '@quarry/syntax'
import { expect, test } from 'vitest'
import { temporaryDirectory } from '../support/temporary-directory.ts'

test('selected Python files in the tree’s order; the same file is parsed once', async () => {
  const trees = await openGitTreeStore(join(await temporaryDirectory(), 'trees.git'))
  try {
    const texts = {
      'b.py': 'def f(): pass\n',
      'a/x.py': 'y = 1\n',
      'a/broken.py': 'def f(:\n',
      'a/data.txt': 'def f(): pass\n',
      'tests/t.py': 'def t(): pass\n',
    }
    const entries = Object.entries(texts).map(async ([path, text]) => {
      return { path, mode: '100644' as const, blob: await trees.writeBlob(new TextEncoder().encode(text)) }
    })
    const link = {
      path: 'link.py',
      mode: '120000' as const,
      blob: await trees.writeBlob(Buffer.from('b.py')),
    }
    const tree = await trees.writeTree([...(await Promise.all(entries)), link])
    const select = (path: string) => !path.startsWith('tests/')

    const first = await parseTree(trees, tree, select)
    expect([...first].map(([path, { kind }]) => [path, kind])).toEqual([
      ['a/broken.py', 'unparsed'],
      ['a/x.py', 'parsed'],
      ['b.py', 'parsed'],
    ])
    const changed = await trees.withFiles(tree, new Map([['a/x.py', new TextEncoder().encode('y = 2\n')]]))
    const second = await parseTree(trees, changed, () => true)
    expect([...second.keys()]).toEqual(['a/broken.py', 'a/x.py', 'b.py', 'tests/t.py'])
    expect(second.get('b.py')).toBe(first.get('b.py'))
    expect(second.get('a/x.py')).not.toEqual(first.get('a/x.py'))
  } finally {
    await trees.close()
  }
})
