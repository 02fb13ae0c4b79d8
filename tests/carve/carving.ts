import type { CarveMode } from '@quarry/core'
import { type CarvedFile, carveFiles, type Sources, sourcesFrom } from '@quarry/carve'
import { parseModule, type ParseResult } from '@quarry/syntax'

/** What to take out, as `path::qualname`; every definition of that name. */
export interface NamedCut {
  readonly delete?: readonly string[]
  readonly hollow?: readonly string[]
}

export type Files = ReadonlyMap<string, Uint8Array>

export function sourcesOf(modules: ReadonlyMap<string, ParseResult>, importRoots = ['']): Sources {
  return sourcesFrom({ source: modules, testCode: new Map(), importRoots })
}

export function parseFiles(files: Files): ReadonlyMap<string, ParseResult> {
  return new Map([...files].map(([path, bytes]) => [path, parseModule(path, bytes)]))
}

/** The ids that a cut names, with their modes. */
export function objectsOf(
  modules: ReadonlyMap<string, ParseResult>,
  cut: NamedCut,
): readonly { id: string; mode: CarveMode }[] {
  const named = (mode: CarveMode) =>
    (cut[mode] ?? []).flatMap((name) => idsOf(modules, name).map((id) => ({ id, mode })))
  return [...named('delete'), ...named('hollow')]
}

function idsOf(modules: ReadonlyMap<string, ParseResult>, name: string): readonly string[] {
  const [path = '', qualname = ''] = name.split('::')
  const result = modules.get(path)
  if (result?.kind !== 'parsed') throw new Error(`${path} is not parsed`)
  const ids = result.module.definitions.filter((one) => one.qualname === qualname).map((one) => one.id)
  if (ids.length === 0) throw new Error(`no ${name}`)
  return ids
}

/** The changed files of a carve that must succeed. */
export function carveAll(
  files: Files,
  cut: NamedCut,
  importRoots: readonly string[] = [''],
): readonly CarvedFile[] {
  const modules = parseFiles(files)
  const sources = sourcesFrom({ source: modules, testCode: new Map(), importRoots })
  const outcome = carveFiles(sources, objectsOf(modules, cut))
  if (outcome.kind === 'not-editable') throw new Error(`${outcome.object}: ${outcome.reason}`)
  return outcome.files
}

/** One file of text, carved; names are qualified names in it. */
export function carveText(text: string, cut: NamedCut): string {
  const path = 'module.py'
  const full = (names: readonly string[] = []) => names.map((name) => `${path}::${name}`)
  const files = new Map([[path, new TextEncoder().encode(text)]])
  const [carved] = carveAll(files, { delete: full(cut.delete), hollow: full(cut.hollow) })
  return carved === undefined ? text : new TextDecoder('utf-8', { ignoreBOM: true }).decode(carved.bytes)
}
