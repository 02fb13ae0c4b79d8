import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { type Definition, parseModule } from '@quarry/syntax'
import { execa } from 'execa'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { pythonFile } from '../carve/generator/python-file.ts'
import { newestPython } from '../carve/newest-python.ts'
import { temporaryDirectory } from '../support/temporary-directory.ts'

const Facts = z.strictObject({
  qualname: z.string(),
  line: z.number(),
  endLine: z.number(),
  isAsync: z.boolean(),
  documented: z.boolean(),
  decorators: z.number(),
  /** Null for a function. */
  bases: z.number().nullable(),
})
type Facts = z.infer<typeof Facts>

const program = `
import ast, json, pathlib, sys
def walk(node, prefix, found):
    for child in ast.iter_child_nodes(node):
        if not isinstance(child, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)):
            walk(child, prefix, found)
            continue
        owner = isinstance(child, ast.ClassDef)
        found.append(dict(
            qualname=prefix + child.name, line=child.lineno, endLine=child.end_lineno,
            isAsync=isinstance(child, ast.AsyncFunctionDef),
            documented=ast.get_docstring(child, clean=False) is not None,
            decorators=len(child.decorator_list),
            bases=len(child.bases) + len(child.keywords) if owner else None,
        ))
        if owner:
            walk(child, prefix + child.name + '.', found)
facts = {}
for path in json.load(sys.stdin):
    found = []
    walk(ast.parse(pathlib.Path(path).read_bytes()), '', found)
    facts[path] = sorted(found, key=lambda one: one['line'])
json.dump(facts, sys.stdout)
`

function factsOf(definition: Definition): Facts {
  const { qualname, keywordLine, endLine, isAsync, docstring, decorators, bases, kind } = definition
  return {
    qualname,
    line: keywordLine,
    endLine,
    isAsync,
    documented: docstring !== null,
    decorators: decorators.length,
    bases: kind === 'class' ? bases.length : null,
  }
}

const python = await newestPython()

async function mustAgree(paths: readonly string[]): Promise<void> {
  const options = { input: JSON.stringify(paths) }
  const { stdout } = await execa(python.command, ['-W', 'ignore', '-c', program], options)
  const expected = z.record(z.string(), z.array(Facts)).parse(JSON.parse(stdout))
  for (const [path, facts] of Object.entries(expected)) {
    const result = parseModule(path, await readFile(path))
    const found =
      result.kind === 'parsed'
        ? result.module.definitions.map(factsOf).toSorted((a, b) => a.line - b.line)
        : result.reason
    expect({ path, found }).toEqual({ path, found: facts })
    await setImmediate()
  }
}

async function pythonBelow(folder: string): Promise<string[]> {
  const names = await readdir(folder, { recursive: true }).catch(() => [])
  return names.filter((name) => name.endsWith('.py')).map((name) => join(folder, name))
}

test(
  'definitions of the standard library are those of the interpreter’s own tree',
  { timeout: 240_000 },
  async () => {
    const ask = 'import sysconfig; print(sysconfig.get_path("stdlib"))'
    const { stdout: library } = await execa(python.command, ['-c', ask])
    const packages = ['asyncio', 'email', 'unittest', 'importlib', 'json', 'xml', 'concurrent']
    const folders = packages.map((name) => join(library, name))
    folders.push(fileURLToPath(new URL('../fixtures/carve', import.meta.url)))
    const paths = (await Promise.all(folders.map(pythonBelow))).flat()
    expect(paths.length).toBeGreaterThan(100)
    await mustAgree(paths)
  },
)

test(
  'definitions of generated files are those of the interpreter’s own tree',
  { timeout: 240_000 },
  async () => {
    const folder = join(await temporaryDirectory(), 'generated')
    await mkdir(folder)
    const files = fc.sample(pythonFile(python.minor), { numRuns: 200, seed: 3 })
    const paths = files.map((_, index) => join(folder, `m${index}.py`))
    for (const [index, path] of paths.entries()) await writeFile(path, files[index] ?? '')
    expect(paths).toHaveLength(200)
    await mustAgree(paths)
  },
)
