import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { setImmediate } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { parseModule } from '@quarry/syntax'
import { execa } from 'execa'
import { expect, test } from 'vitest'
import { z } from 'zod'

/** Qualified name, first line with decorators, keyword's line, end line, whether it has a docstring. */
const Facts = z.array(z.tuple([z.string(), z.number(), z.number(), z.number(), z.boolean()]))

const program = `
import ast, json, pathlib, sys
def walk(node, prefix, found):
    for child in ast.iter_child_nodes(node):
        if not isinstance(child, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)):
            walk(child, prefix, found)
            continue
        first = min([child.lineno] + [one.lineno for one in child.decorator_list])
        documented = ast.get_docstring(child, clean=False) is not None
        found.append([prefix + child.name, first, child.lineno, child.end_lineno, documented])
        if isinstance(child, ast.ClassDef):
            walk(child, prefix + child.name + '.', found)
facts = {}
for folder in sys.argv[1:]:
    for path in sorted(pathlib.Path(folder).rglob('*.py')):
        found = []
        walk(ast.parse(path.read_bytes()), '', found)
        facts[str(path)] = sorted(found, key=lambda one: one[1])
json.dump(facts, sys.stdout)
`

const fixtures = fileURLToPath(new URL('../fixtures/carve', import.meta.url))
const libraries = ['asyncio', 'email', 'unittest', 'importlib', 'json', 'xml', 'concurrent']
  .map((name) => `/usr/lib/python3.11/${name}`)
  .filter((folder) => existsSync(folder))

test(
  'names, lines and docstrings are those of the interpreter’s own syntax tree',
  { timeout: 120_000 },
  async () => {
    const { stdout } = await execa('python3', ['-W', 'ignore', '-c', program, fixtures, ...libraries])
    const expected = z.record(z.string(), Facts).parse(JSON.parse(stdout))
    for (const [path, facts] of Object.entries(expected)) {
      const result = parseModule(path, await readFile(path))
      const found =
        result.kind === 'parsed'
          ? result.module.definitions.map((definition) => [
              definition.qualname,
              definition.line,
              definition.keywordLine,
              definition.endLine,
              definition.docstring !== null,
            ])
          : result.reason
      expect({ path, found }).toEqual({ path, found: facts })
      await setImmediate()
    }
    expect(Object.keys(expected).length).toBeGreaterThan(10)
  },
)
