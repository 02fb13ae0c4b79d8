import { readCoreMetadata } from './core-metadata.ts'
import { mergeMetadata, type Metadata } from './metadata.ts'
import type { ProjectFiles } from './project-files.ts'
import { readPoetryTable, readProjectTable } from './pyproject-metadata.ts'
import { readSetupCfg, readSetupPy } from './setup-metadata.ts'

/** What the project's own files say about it; what a build wrote down comes first. */
export function readMetadata(files: ProjectFiles): Metadata {
  const { packageInfo, pyproject, setupCfg, setupPy } = files
  return mergeMetadata([
    ...(packageInfo === null ? [] : [readCoreMetadata(packageInfo)]),
    ...(pyproject === null ? [] : [readProjectTable(pyproject), readPoetryTable(pyproject)]),
    readSetupCfg(setupCfg),
    ...(setupPy === null ? [] : [readSetupPy(setupPy)]),
  ])
}
