import { resolveImport, resolveSubmodule } from '@quarry/syntax'
import { posix } from 'node:path'
import type { SourceIndex } from './source-index.ts'
import type { TestImports } from './test-imports.ts'

interface Files {
  readonly index: SourceIndex
  readonly loads: TestImports
  readonly importRoots: readonly string[]
}

/**
 * Paths of files that belong to no package and that no other file imports: examples, build scripts, documentation
 * settings, test code that pytest does not collect and type checkers read. They show how the code is used, as a README
 * does; nothing that is tested needs them.
 */
export function bystanders({ index, loads, importRoots }: Files): Set<string> {
  const { modules, testCode } = index
  const has = (path: string) => modules.has(path)
  const imported = new Set(
    [...modules.values()].flatMap(({ path, imports }) =>
      testCode.has(path)
        ? [...loads(path)]
        : imports.flatMap((binding) => [
            resolveImport(path, binding, importRoots, has),
            resolveSubmodule(path, binding, importRoots, has),
          ]),
    ),
  )
  const fromTests = new Set(
    [...testCode].flatMap((path) =>
      (modules.get(path)?.imports ?? []).map((binding) => resolveImport(path, binding, importRoots, has)),
    ),
  )
  const inPackage = (path: string) =>
    !testCode.has(path) && has(posix.join(posix.dirname(path), '__init__.py'))
  return new Set(
    [...modules.keys()].filter(
      (path) =>
        !inPackage(path) && !imported.has(path) && !fromTests.has(path) && !isCollected(path, testCode),
    ),
  )
}

/** Named as pytest names test files, or loaded by it unasked. */
function isCollected(path: string, testCode: ReadonlySet<string>): boolean {
  return testCode.has(path) && /^(?:test_.*|.*_test|conftest|__init__)\.py$/u.test(posix.basename(path))
}
