import type { PythonModule } from '@quarry/syntax'
import { bystanders } from './bystanders.ts'
import { type ClassHierarchy, classHierarchy, repositoryBases } from './class-hierarchy.ts'
import { type ReferenceFinder, referenceFinder } from './references.ts'
import { indexSource, type SourceIndex, type UnparsedFile } from './source-index.ts'
import { testImports, type TestImports } from './test-imports.ts'

/** The text of a tree, as far as a cut needs to know it. The same for all candidates of a snapshot. */
export interface Source {
  readonly index: SourceIndex
  readonly hierarchy: ClassHierarchy
  /** Ids of the repository bases of a class, by its id. */
  readonly bases: ReadonlyMap<string, readonly string[]>
  readonly references: ReferenceFinder
  readonly testCode: ReadonlySet<string>
  readonly loads: TestImports
  /** Paths of source files that nothing which is tested needs. */
  readonly bystanders: ReadonlySet<string>
}

export interface SourceFiles {
  readonly modules: ReadonlyMap<string, PythonModule>
  readonly unparsed: ReadonlyMap<string, UnparsedFile>
  /** Directories on sys.path, relative to the tree. */
  readonly importRoots: readonly string[]
  /** Paths of the files that are test code. */
  readonly testCode: readonly string[]
}

export function analyseSource(files: SourceFiles): Source {
  const testCode = new Set(files.testCode)
  const index = indexSource(files.modules, files.unparsed, files.importRoots, testCode)
  const hierarchy = classHierarchy(index)
  const loads = testImports({ index, testCode, importRoots: files.importRoots })
  return {
    index,
    hierarchy,
    bases: repositoryBases(index),
    references: referenceFinder(index, hierarchy),
    testCode,
    loads,
    bystanders: bystanders({ index, loads, importRoots: files.importRoots }),
  }
}
