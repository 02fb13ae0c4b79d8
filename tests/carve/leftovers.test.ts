import { carveFiles, sourcesFrom } from '@quarry/carve'
import type { Leftover } from '@quarry/core'
import { expect, test } from 'vitest'
import { objectsOf, parseFiles } from './carving.ts'
import { judged } from './judged.ts'

/** Takes the marks ⟦ and ⟧ around leftovers out of a text. */
function unmarked(path: string, marked: string): { text: string; leftovers: Leftover[] } {
  const leftovers: Leftover[] = []
  let text = ''
  for (const part of marked.split('⟦')) {
    const [inside = '', after] = part.split('⟧')
    if (after !== undefined) {
      const [start, line] = [text.length, text.split('\n').length]
      const name = /(\w+)(?:: [^=]*)? = [^=]*$/.exec(text + inside)?.[1] ?? ''
      const what = /^\w+(?:: [^=]*)? = /.test(inside) ? 'assignment' : 'entry'
      leftovers.push({
        path,
        line,
        name,
        of: `${path}::gone::1`,
        key: null,
        what,
        start,
        end: start + inside.length,
      })
    }
    text += inside + (after ?? '')
  }
  return { text, leftovers }
}

/** The changed files as text; the interpreter's own syntax tree has to agree. */
async function carved(
  texts: Readonly<Record<string, string>>,
  deleted: readonly string[],
): Promise<Record<string, string>> {
  const plain = Object.entries(texts).map(([path, marked]) => [path, unmarked(path, marked)] as const)
  const files = new Map(plain.map(([path, { text }]) => [path, Buffer.from(text)]))
  const leftovers = plain.flatMap(([, { leftovers: some }]) => some)
  const modules = parseFiles(files)
  const sources = sourcesFrom({ source: modules, testCode: new Map(), importRoots: [''] })
  const outcome = carveFiles(sources, objectsOf(modules, { delete: deleted }), leftovers)
  if (outcome.kind === 'not-editable') throw new Error(outcome.reason)
  const pairs = outcome.files.flatMap(({ path, bytes }) => {
    const [module, original] = [sources.modules.get(path), files.get(path)]
    if (module === undefined || original === undefined) return []
    return [{ module, original, carved: bytes, modes: outcome.modes, leftovers }]
  })
  expect(await judged('python3', pairs)).toEqual([])
  return Object.fromEntries(outcome.files.map(({ path, bytes }) => [path, Buffer.from(bytes).toString()]))
}

test('entries of tables and lists go with their commas and lines, the rest stays byte for byte', async () => {
  const text = `def gone(): pass


def stays(): pass


TABLE = {
    # é: about what stays
    "stays": stays,  # too
    ⟦"gone": gone⟧,  # goes
    "a": stays, ⟦"b": gone⟧,
    ⟦"last": gone⟧
}
ALONE = {⟦"gone": gone⟧}
LIST = [⟦gone⟧, stays]
NAMES = [⟦"gone"⟧,
         "stays"]
SET = {stays, ⟦gone⟧}
`
  expect(await carved({ 'm.py': text }, ['m.py::gone'])).toEqual({
    'm.py': `def stays(): pass


TABLE = {
    # é: about what stays
    "stays": stays,  # too
    "a": stays
}
ALONE = {}
LIST = [stays]
NAMES = ["stays"]
SET = {stays}
`,
  })
})

test('an assignment goes with its exports, with imports of its name, and with what only it used', async () => {
  const texts = {
    'pkg/__init__.py': 'from .m import Alias, stays\n\n__all__ = ["Alias", "stays"]\n',
    'pkg/m.py': `import math

_LIMIT = 3


class Gone:
    pass


def stays(): pass


⟦Alias = Gone⟧
⟦default: "Gone" = Gone(_LIMIT, math.pi)⟧
OTHER = 1
`,
  }
  expect(await carved(texts, ['pkg/m.py::Gone'])).toEqual({
    'pkg/__init__.py': 'from .m import stays\n\n__all__ = ["stays"]\n',
    'pkg/m.py': 'def stays(): pass\n\n\nOTHER = 1\n',
  })
})
