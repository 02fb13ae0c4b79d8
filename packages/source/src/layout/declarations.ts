import { iniList, iniTable } from '../facts/ini.ts'
import type { ProjectFiles } from '../facts/project-files.ts'
import { pythonPairs, pythonTexts } from '../facts/python-literals.ts'
import { isTable, tomlAt, tomlPairs, type TomlTable, tomlText, tomlTexts } from '../facts/toml.ts'

/** What the build settings say about where the code is. */
export interface LayoutDeclarations {
  /** Paths of packages or modules, exactly. */
  readonly paths: readonly string[]
  /** Import names, to be looked for below the roots. */
  readonly names: readonly string[]
  /** Directories that packages are looked for in, likeliest first. */
  readonly roots: readonly string[]
}

export function readDeclarations(files: ProjectFiles): LayoutDeclarations {
  const { pyproject, topLevel } = files
  const declared = [
    ...(pyproject === null ? [] : [fromSetuptoolsTable(pyproject), fromOtherBackEnds(pyproject)]),
    fromSetupCfg(files),
    fromSetupPy(files.setupPy ?? ''),
    { paths: [], names: topLevel, roots: [] },
  ]
  return {
    paths: distinct(declared.flatMap(({ paths }) => paths).map(cleanPath)),
    names: distinct(declared.flatMap(({ names }) => names).map((name) => name.split('.')[0] ?? name)),
    roots: distinct(declared.flatMap(({ roots }) => roots).map(cleanPath)),
  }
}

function fromSetuptoolsTable(pyproject: TomlTable): LayoutDeclarations {
  const directories = tomlPairs(pyproject, 'tool', 'setuptools', 'package-dir')
  return {
    paths: namedDirectories(directories),
    names: [
      ...tomlTexts(pyproject, 'tool', 'setuptools', 'packages'),
      ...tomlTexts(pyproject, 'tool', 'setuptools', 'py-modules'),
    ],
    roots: [
      ...rootDirectories(directories),
      ...tomlTexts(pyproject, 'tool', 'setuptools', 'packages', 'find', 'where'),
    ],
  }
}

function fromOtherBackEnds(pyproject: TomlTable): LayoutDeclarations {
  const flit = tomlText(pyproject, 'tool', 'flit', 'module', 'name')
  const pdmRoot = tomlText(pyproject, 'tool', 'pdm', 'build', 'package-dir')
  const uvRoot = tomlText(pyproject, 'tool', 'uv', 'build-backend', 'module-root')
  const hatch = ['tool', 'hatch', 'build', 'targets', 'wheel']
  return {
    paths: [
      ...tomlTexts(pyproject, ...hatch, 'packages'),
      ...tomlTexts(pyproject, ...hatch, 'only-include'),
      ...poetryPackages(pyproject),
    ],
    names: [
      ...(flit === null ? [] : [flit]),
      ...tomlTexts(pyproject, 'tool', 'uv', 'build-backend', 'module-name'),
    ],
    roots: [pdmRoot, uvRoot].filter((root) => root !== null),
  }
}

function poetryPackages(pyproject: TomlTable): string[] {
  const packages = tomlAt(pyproject, 'tool', 'poetry', 'packages')
  if (!Array.isArray(packages)) return []
  return packages.flatMap((item) => {
    if (!isTable(item)) return []
    const include = tomlText(item, 'include')
    const from = tomlText(item, 'from')
    return include === null ? [] : [from === null ? include : `${from}/${include}`]
  })
}

function fromSetupCfg({ setupCfg }: ProjectFiles): LayoutDeclarations {
  const options = setupCfg.get('options')
  const directories = iniTable(options?.get('package_dir'))
  const where = setupCfg.get('options.packages.find')?.get('where')
  return {
    paths: namedDirectories(directories),
    names: [
      ...iniList(options?.get('packages')).filter((name) => !name.includes(':')),
      ...iniList(options?.get('py_modules')),
    ],
    roots: [...rootDirectories(directories), ...(where === undefined ? [] : [where])],
  }
}

function fromSetupPy(source: string): LayoutDeclarations {
  const directories = pythonPairs(source, 'package_dir')
  const where = /find_(?:namespace_)?packages\(\s*(?:where\s*=\s*)?["']([^"']+)["']/.exec(source)?.[1]
  return {
    paths: namedDirectories(directories),
    names: [...(pythonTexts(source, 'packages') ?? []), ...(pythonTexts(source, 'py_modules') ?? [])],
    roots: [...rootDirectories(directories), ...(where === undefined ? [] : [where])],
  }
}

/** `package_dir` gives the root under the empty name, and single packages under theirs. */
function rootDirectories(directories: readonly [string, string][]): string[] {
  return directories.filter(([name]) => name === '').map(([, directory]) => directory)
}

function namedDirectories(directories: readonly [string, string][]): string[] {
  return directories.filter(([name]) => name !== '' && !name.includes('.')).map(([, directory]) => directory)
}

function cleanPath(path: string): string {
  return path
    .split('/')
    .filter((part) => part !== '' && part !== '.')
    .join('/')
}

function distinct(values: readonly string[]): string[] {
  return [...new Set(values)]
}
