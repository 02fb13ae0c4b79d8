import { shortLicence } from './licence.ts'
import type { Metadata } from './metadata.ts'
import { tomlPairs, type TomlTable, tomlText, tomlTexts } from './toml.ts'

/** Reads `[project]` (PEP 621). */
export function readProjectTable(pyproject: TomlTable): Metadata {
  return {
    name: tomlText(pyproject, 'project', 'name'),
    version: tomlText(pyproject, 'project', 'version'),
    licence: shortLicence(
      tomlText(pyproject, 'project', 'license'),
      tomlText(pyproject, 'project', 'license', 'text'),
      tomlTexts(pyproject, 'project', 'classifiers'),
    ),
    urls: tomlPairs(pyproject, 'project', 'urls').map(([label, url]) => ({ label, url })),
  }
}

/** Reads `[tool.poetry]`. */
export function readPoetryTable(pyproject: TomlTable): Metadata {
  const single = ['homepage', 'repository', 'documentation'].flatMap((label) => {
    const url = tomlText(pyproject, 'tool', 'poetry', label)
    return url === null ? [] : [{ label, url }]
  })
  return {
    name: tomlText(pyproject, 'tool', 'poetry', 'name'),
    version: tomlText(pyproject, 'tool', 'poetry', 'version'),
    licence: tomlText(pyproject, 'tool', 'poetry', 'license'),
    urls: [
      ...single,
      ...tomlPairs(pyproject, 'tool', 'poetry', 'urls').map(([label, url]) => ({ label, url })),
    ],
  }
}
