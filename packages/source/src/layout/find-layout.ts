import type { LayoutDeclarations } from './declarations.ts'
import { isOtherThanCode } from './not-code.ts'

export interface Layout {
  /** Directories that belong on sys.path, '' for the top; sorted. */
  readonly importRoots: readonly string[]
  /** Top-level packages and single modules of the distribution; sorted. */
  readonly packageRoots: readonly string[]
}

const usualRoots = ['src', 'lib', '']

/**
 * Works out from the files alone where the distribution's code is: by exact paths in the build settings, by import names, by
 * the directories that packages are looked for in, and where the settings say nothing by the distribution's name and the two
 * usual layouts.
 */
export function findLayout(
  paths: readonly string[],
  declarations: LayoutDeclarations,
  distribution: string | null,
): Layout {
  const code = codeAt(paths)
  const roots = distinct([...declarations.roots, ...usualRoots])
  const exact = declarations.paths.filter((path) => code.has(path) && !isOtherThanCode(lastPart(path)))
  const own = distribution === null ? [] : importNames(distribution)
  const names = declarations.names.filter((name) => own.includes(name) || !isOtherThanCode(name))
  const named = locate(names, roots, code)
  if (exact.length + named.length > 0) return toLayout([...exact, ...named])
  for (const root of declarations.roots) {
    const found = below(root, code)
    if (found.length > 0) return toLayout(found)
  }
  return toLayout(guess(code, own))
}

/** Every directory with Python code somewhere below, and every module. */
function codeAt(paths: readonly string[]): ReadonlySet<string> {
  const code = new Set<string>()
  for (const path of paths) {
    if (!/\.(py|pyi|pyx)$/.test(path)) continue
    if (path.endsWith('.py')) code.add(path)
    for (let end = path.lastIndexOf('/'); end > 0; end = path.lastIndexOf('/', end - 1))
      code.add(path.slice(0, end))
  }
  return code
}

/** The first place of each import name, as a package or as a module. */
function locate(names: readonly string[], roots: readonly string[], code: ReadonlySet<string>): string[] {
  return names.flatMap((name) => {
    const places = roots.flatMap((root) => [join(root, name), join(root, `${name}.py`)])
    return places.filter((place) => code.has(place)).slice(0, 1)
  })
}

/** Packages and modules directly in a directory. */
function below(root: string, code: ReadonlySet<string>): string[] {
  return [...code].filter(
    (path) => parent(path) === root && path !== root && !isOtherThanCode(lastPart(path).replace(/\.py$/, '')),
  )
}

function guess(code: ReadonlySet<string>, own: readonly string[]): string[] {
  const byName = locate(own, usualRoots, code)
  if (byName.length > 0) return byName.slice(0, 1)
  for (const root of usualRoots) {
    const candidates = below(root, code)
    const packages = candidates.filter((path) => code.has(`${path}/__init__.py`))
    if (packages.length > 0) return packages
    const rest = root === '' ? candidates.filter((path) => path.endsWith('.py')) : candidates
    if (rest.length > 0) return rest
  }
  return []
}

/** What a distribution of that name is usually imported as. */
function importNames(distribution: string): string[] {
  const name = distribution.replace(/[-.]+/g, '_')
  return distinct([
    name,
    name.toLowerCase(),
    name.replace(/^(python|py)_?/i, ''),
    name.replace(/_python$/i, ''),
  ]).filter((candidate) => candidate !== '')
}

function toLayout(found: readonly string[]): Layout {
  const packageRoots = distinct(found).toSorted()
  return { importRoots: distinct(packageRoots.map(parent)).toSorted(), packageRoots }
}

function join(root: string, name: string): string {
  return root === '' ? name : `${root}/${name}`
}

function parent(path: string): string {
  return path.slice(0, Math.max(path.lastIndexOf('/'), 0))
}

function lastPart(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1)
}

function distinct(values: readonly string[]): string[] {
  return [...new Set(values)]
}
