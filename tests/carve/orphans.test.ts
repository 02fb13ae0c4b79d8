import { carveFiles, sourcesFrom } from '@quarry/carve'
import { expect, test } from 'vitest'
import { objectsOf, parseFiles } from './carving.ts'
import { judged } from './judged.ts'

/** What is left of the first file without `gone`; the interpreter's own tree has to agree. */
async function withoutGone(texts: Readonly<Record<string, string>>): Promise<string> {
  const files = new Map(Object.entries(texts).map(([path, text]) => [path, Buffer.from(text)]))
  const [path = ''] = files.keys()
  const modules = parseFiles(files)
  const isTest = ([one]: readonly [string, unknown]) => one.startsWith('tests/')
  const sources = sourcesFrom({
    source: new Map([...modules].filter((entry) => !isTest(entry))),
    testCode: new Map([...modules].filter(isTest)),
    importRoots: [''],
  })
  const outcome = carveFiles(sources, objectsOf(modules, { delete: [`${path}::gone`] }))
  if (outcome.kind === 'not-editable') throw new Error(outcome.reason)
  const [file] = outcome.files
  const [module, original] = [sources.modules.get(path), files.get(path)]
  if (file === undefined || module === undefined || original === undefined) throw new Error('not carved')
  const pair = { module, original, carved: file.bytes, modes: outcome.modes }
  expect(await judged('python3', [pair])).toEqual([])
  return Buffer.from(file.bytes).toString()
}

test('a constant of which a class that stays has a namesake', async () => {
  const text = `__all__ = ['Stays']

version = '1'
software = version + '2'


def gone():
    return software


class Stays:
    version = '3'
`
  expect(await withoutGone({ 'm.py': text })).toBe(`__all__ = ['Stays']


class Stays:
    version = '3'
`)
})

test('an import of a submodule binds the package, whose names are not the submodule’s', async () => {
  const module = 'import json\nimport re\n\n\ndef gone():\n    return json, re\n'
  const others = {
    'p/__init__.py': 'json = re = None\n',
    'tests/test_m.py': 'import p.m\n\np.json\np.m.re\n',
  }
  expect(await withoutGone({ 'p/m.py': module, ...others })).toBe('import re\n')
})

test('names that a module looks up begin as it says', async () => {
  const text = (index: string) => `import json
import re as _re


def gone():
    return json, _re


def __getattr__(name):
    return globals()[${index}]
`
  expect(await withoutGone({ 'm.py': text("f'_{name}'") })).toMatch(/^import re as _re\n/)
  expect(await withoutGone({ 'm.py': text("f'{name}_'") })).toMatch(/^import json\nimport re as _re\n/)
  expect(await withoutGone({ 'm.py': text("'_' + name") })).toMatch(/^import json\nimport re as _re\n/)
})

test('a context variable that nothing else uses', async () => {
  const text = `from contextvars import ContextVar

_current: ContextVar[int] = ContextVar('current')


def gone():
    return _current.get()
`
  expect(await withoutGone({ 'm.py': text })).toBe('')
})
