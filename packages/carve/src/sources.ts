import type { ParseResult, PythonModule } from '@quarry/syntax'

/** The Python files of a tree, and how they find each other. The same for every cut of a snapshot. */
export interface Sources {
  /** What may be edited: source, and the stub files beside it. */
  readonly modules: ReadonlyMap<string, PythonModule>
  /** What is only read, test code: it may refer to what is there. */
  readonly readers: ReadonlyMap<string, PythonModule>
  /** Why a file is not edited, by path. */
  readonly refused: ReadonlyMap<string, string>
  /** Relative to the tree, '' for its top. */
  readonly importRoots: readonly string[]
  /** Whether the tree has a module at this path, parsed or not. */
  readonly has: (path: string) => boolean
}

export interface ParsedSources {
  readonly source: ReadonlyMap<string, ParseResult>
  readonly testCode: ReadonlyMap<string, ParseResult>
  readonly importRoots: readonly string[]
}

export function sourcesFrom({ source, testCode, importRoots }: ParsedSources): Sources {
  return {
    modules: parsedOnly(source),
    readers: parsedOnly(testCode),
    refused: new Map(
      [...source].flatMap(([path, result]) =>
        result.kind === 'unparsed' ? [[path, result.reason] as const] : [],
      ),
    ),
    importRoots,
    has: (path) => source.has(path) || testCode.has(path),
  }
}

function parsedOnly(results: ReadonlyMap<string, ParseResult>): ReadonlyMap<string, PythonModule> {
  return new Map(
    [...results].flatMap(([path, result]) =>
      result.kind === 'parsed' ? [[path, result.module] as const] : [],
    ),
  )
}
