import { valid } from '@renovatebot/pep440'
import type { ProjectFiles } from './project-files.ts'
import { pythonText } from './python-literals.ts'
import { tomlText } from './toml.ts'

/** The version that a module assigns as plain text: where the build settings say it is, else in the packages themselves. */
export async function assignedVersion(
  files: ProjectFiles,
  packageRoots: readonly string[],
): Promise<string | null> {
  for (const path of candidates(files, packageRoots)) {
    const source = await files.text(path)
    const version =
      source === null ? null : (pythonText(source, '__version__') ?? pythonText(source, 'VERSION'))
    if (version !== null && valid(version) !== null) return version
  }
  return null
}

function candidates({ pyproject, setupCfg, paths }: ProjectFiles, packageRoots: readonly string[]): string[] {
  const hatch = tomlText(pyproject, 'tool', 'hatch', 'version', 'path')
  const pdm = tomlText(pyproject, 'tool', 'pdm', 'version', 'path')
  const attribute =
    tomlText(pyproject, 'tool', 'setuptools', 'dynamic', 'version', 'attr') ??
    /^attr:\s*(.+)$/.exec(setupCfg.get('metadata')?.get('version') ?? '')?.[1] ??
    null
  const named = attribute === null ? [] : modulePaths(attribute, paths)
  const usual = packageRoots.flatMap((root) =>
    root.endsWith('.py')
      ? [root]
      : ['__init__', '_version', 'version', '__version__', '__about__'].map((name) => `${root}/${name}.py`),
  )
  return [...[hatch, pdm].filter((path) => path !== null), ...named, ...usual]
}

/** Files that may define `package.module.attribute`. */
function modulePaths(attribute: string, paths: readonly string[]): string[] {
  const module = attribute.split('.').slice(0, -1).join('/')
  return paths.filter((path) =>
    ['', 'src/', 'lib/'].some(
      (root) => path === `${root}${module}.py` || path === `${root}${module}/__init__.py`,
    ),
  )
}
