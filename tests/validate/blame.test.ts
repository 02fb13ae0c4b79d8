import { mkdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { ExtractedObject, Leftover } from '@quarry/core'
import { blameObjects } from '@quarry/validate'
import { execa } from 'execa'
import { describe, expect, test } from 'vitest'
import { pythonWithPytest } from '../support/python-with-pytest.ts'
import { temporaryDirectory } from '../support/temporary-directory.ts'

const extracted: ExtractedObject[] = [
  'shop/goods.py::join::3',
  'shop/goods.py::Basket.join::9',
  'shop/goods.py::Basket.__init__::12',
  'shop/goods.py::Basket.__or__::14',
  'shop/goods.py::Basket.total::16',
  'shop/goods.py::Shelf.__init__::30',
  'shop/goods.py::Shelf.total::33',
  'shop/prices.py::total::1',
  'shop/prices.py::other::5',
].map((id) => ({ id, mode: 'delete', reason: '', depth: 0 }))

const leftovers: Leftover[] = [
  { name: 'TABLE', key: 'soup', what: 'entry' as const, of: 'shop/prices.py::other::5' },
  { name: 'CHEAP', key: null, what: 'assignment' as const, of: 'shop/prices.py::total::1' },
].map((piece) => ({ ...piece, path: 'shop/prices.py', line: 9, start: 80, end: 90 }))

/** What pytest really says about one test file beside a carved package. */
async function logOf(files: Record<string, string>, ...options: string[]): Promise<string> {
  const directory = await temporaryDirectory()
  const everything = { 'shop/__init__.py': '', 'shop/goods.py': '', 'shop/prices.py': '', ...files }
  for (const [path, text] of Object.entries(everything)) {
    await mkdir(dirname(join(directory, path)), { recursive: true })
    await writeFile(join(directory, path), text)
  }
  const python = join(await pythonWithPytest(), 'bin/python')
  const { all: log } = await execa(
    python,
    ['-m', 'pytest', '-q', '-p', 'no:cacheprovider', ...options, 'test_it.py'],
    {
      cwd: directory,
      reject: false,
      all: true,
    },
  )
  return log
}

const basket = 'class Basket:\n    pass\n'
const using = (statement: string) => `from shop import goods, prices\n\n\ndef test_it():\n    ${statement}\n`

describe('what pytest says about something missing points at it', () => {
  test.each<[string, Record<string, string>, string[]]>([
    [
      'a name',
      { 'shop/goods.py': 'def all():\n    return other()\n', 'test_it.py': using('goods.all()') },
      ['shop/prices.py::other::5'],
    ],
    [
      'an import from its module',
      { 'test_it.py': 'from shop.prices import total\n' },
      ['shop/prices.py::total::1'],
    ],
    [
      'an import in a package on the way',
      { 'shop/__init__.py': 'from .goods import join\n', 'test_it.py': 'import shop\n' },
      ['shop/goods.py::join::3', 'shop/goods.py::Basket.join::9'],
    ],
    [
      'an import in a conftest',
      { 'conftest.py': 'from shop.prices import other\n', 'test_it.py': '' },
      ['shop/prices.py::other::5'],
    ],
    [
      'the key of an entry that went with it',
      { 'shop/prices.py': 'TABLE = {}\n', 'test_it.py': using("prices.TABLE['soup']") },
      ['shop/prices.py::other::5'],
    ],
    [
      'a constant that went with it',
      { 'test_it.py': 'from shop.prices import CHEAP\n' },
      ['shop/prices.py::total::1'],
    ],
    ['an attribute of a module', { 'test_it.py': using('prices.total()') }, ['shop/prices.py::total::1']],
    [
      'an attribute of an object',
      { 'shop/goods.py': basket, 'test_it.py': using('goods.Basket().total') },
      ['shop/goods.py::Basket.total::16'],
    ],
    [
      'an attribute of a class',
      { 'shop/goods.py': basket, 'test_it.py': using('goods.Basket.total') },
      ['shop/goods.py::Basket.total::16'],
    ],
    [
      'an inherited attribute',
      { 'shop/goods.py': 'class Cart:\n    pass\n', 'test_it.py': using('goods.Cart().join') },
      ['shop/goods.py::Basket.join::9', 'shop/goods.py::join::3'],
    ],
    [
      'a constructor',
      { 'shop/goods.py': basket, 'test_it.py': using('goods.Basket(1)') },
      ['shop/goods.py::Basket.__init__::12'],
    ],
    [
      'an operator',
      { 'shop/goods.py': basket, 'test_it.py': using('goods.Basket() | goods.Basket()') },
      ['shop/goods.py::Basket.__init__::12', 'shop/goods.py::Basket.__or__::14'],
    ],
    [
      'an abstract method',
      {
        'shop/goods.py':
          'import abc\n\n\nclass Basket(abc.ABC):\n    @abc.abstractmethod\n    def total(self): ...\n',
        'test_it.py': using('goods.Basket()'),
      },
      ['shop/goods.py::Basket.total::16'],
    ],
    [
      "a mock's target",
      {
        'test_it.py':
          'from unittest import mock\n\n\ndef test_it():\n    with mock.patch("shop.prices.total"):\n        pass\n',
      },
      ['shop/prices.py::total::1'],
    ],
    ['something else', { 'test_it.py': using('total = join = 2\n    assert total == 3, "other"') }, []],
  ])('%s', async (_, files, expected) => {
    expect(blameObjects({ extracted, leftovers }, await logOf(files))).toEqual(expected.toSorted())
  })

  test.each(['long', 'short', 'native'])('a hollow function, with tracebacks that are %s', async (style) => {
    const files = {
      'shop/goods.py':
        'def lay_out(basket):\n    return basket.total(\n        1,\n    )\n\n\nclass Basket:\n    def total(\n        self,\n        rate=(1),\n    ):\n        raise NotImplementedError\n',
      'test_it.py': using('goods.lay_out(goods.Basket())'),
    }
    const log = await logOf(files, `--tb=${style}`)
    expect(blameObjects({ extracted, leftovers }, log)).toEqual([
      'shop/goods.py::Basket.total::16',
      'shop/goods.py::Shelf.total::33',
    ])
  })
})
