import { iniList } from './ini.ts'
import type { ProjectFiles } from './project-files.ts'
import { tomlTexts } from './toml.ts'

const defaultPatterns = ['test_*.py', '*_test.py']

/** Python files that pytest would collect, by its own naming rules and those of the project. */
export function collectedFiles(files: ProjectFiles): string[] {
  const patterns = [...defaultPatterns, ...configuredPatterns(files)].map(toExpression)
  return files.paths.filter(
    (path) =>
      path.endsWith('.py') && patterns.some((pattern) => pattern.test(path.slice(path.lastIndexOf('/') + 1))),
  )
}

function configuredPatterns({ pyproject, pytestIni, toxIni, setupCfg }: ProjectFiles): string[] {
  return [
    ...tomlTexts(pyproject, 'tool', 'pytest', 'ini_options', 'python_files'),
    ...tomlTexts(pyproject, 'tool', 'pytest', 'python_files'),
    ...[pytestIni.get('pytest'), toxIni.get('pytest'), setupCfg.get('tool:pytest')].flatMap((section) =>
      iniList(section?.get('python_files')),
    ),
  ]
    .flatMap((value) => value.split(/\s+/))
    .filter((value) => value !== '')
}

/** A shell pattern on the file's name; of one with folders only the name counts. */
function toExpression(pattern: string): RegExp {
  const name = pattern.slice(pattern.lastIndexOf('/') + 1)
  const body = name
    .replace(/[.+^${}()|\\]/g, '\\$&')
    .replaceAll('*', '.*')
    .replaceAll('?', '.')
  return new RegExp(`^${body.replaceAll('[!', '[^')}$`)
}

/** Whether name or folder of a Python file looks like tests. */
export function looksLikeTest(path: string): boolean {
  if (!path.endsWith('.py')) return false
  const parts = path.split('/')
  const name = parts.pop() ?? ''
  return /^(test_.*|.*_test|conftest|tests?)\.py$/.test(name) || parts.some((part) => /^tests?$/.test(part))
}
