import type { TreeStore } from '@quarry/core'
import type { ParseResult } from './model.ts'

/** Characters of source whose results are kept: with all their names they take about ten times that in memory. */
const charactersKept = 32_000_000

/** Results of one store's files, by blob and path; what was used least recently goes first. */
export interface ParsedFiles {
  get(blob: string, path: string): ParseResult | null
  add(blob: string, path: string, result: ParseResult, characters: number): void
}

const byStore = new WeakMap<TreeStore, ParsedFiles>()

/** Every stage of every candidate reads the same snapshot, so a store's files are parsed once and shared. */
export function parsedFilesOf(store: TreeStore): ParsedFiles {
  const known = byStore.get(store) ?? parsedFiles()
  byStore.set(store, known)
  return known
}

function parsedFiles(): ParsedFiles {
  const kept = new Map<string, { result: ParseResult; characters: number }>()
  let total = 0
  return {
    get(blob, path) {
      const key = `${blob} ${path}`
      const found = kept.get(key)
      if (found === undefined) return null
      kept.delete(key)
      kept.set(key, found)
      return found.result
    },
    add(blob, path, result, characters) {
      kept.set(`${blob} ${path}`, { result, characters })
      total += characters
      for (const [key, oldest] of kept) {
        if (total <= charactersKept) return
        kept.delete(key)
        total -= oldest.characters
      }
    },
  }
}
