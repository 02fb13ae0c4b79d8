import type { TreeEntry } from '@quarry/core'
import { posix } from 'node:path'

/** A file of a tree; of a link also where it leads. */
export interface GradedEntry extends TreeEntry {
  readonly leadsTo?: string
}

/** The tree that is graded, and what of the prediction is not in it. */
export interface GradedTree {
  readonly entries: readonly TreeEntry[]
  /** Paths that the prediction had changed, added or removed, and that are as they were. Sorted. */
  readonly undone: readonly string[]
}

/**
 * The original's protected files, and of the predicted tree everything else but new links out of the tree and files in
 * the way of a protected one.
 *
 * @param start what the prediction started from: a path that differs from it was changed
 */
export function gradedTree(
  predicted: readonly GradedEntry[],
  start: readonly TreeEntry[],
  original: readonly TreeEntry[],
  isProtected: (path: string) => boolean,
): GradedTree {
  const before = new Map(start.map((entry) => [entry.path, entry]))
  const after = new Map(predicted.map((entry) => [entry.path, entry]))
  const reference = original.filter((entry) => isProtected(entry.path))
  const directories = new Set(reference.flatMap((entry) => parentsOf(entry.path)))
  const referenced = new Set(reference.map((entry) => entry.path))
  const inTheWay = ({ path }: TreeEntry) =>
    directories.has(path) || parentsOf(path).some((parent) => referenced.has(parent))
  const refused = (entry: GradedEntry) =>
    isProtected(entry.path) ||
    inTheWay(entry) ||
    (leavesTree(entry) && !sameFile(entry, before.get(entry.path)))
  const changed = predicted.filter((entry) => refused(entry) && !sameFile(entry, before.get(entry.path)))
  const removed = start.filter(({ path }) => isProtected(path) && !after.has(path))
  return {
    entries: [...predicted.filter((entry) => !refused(entry)), ...reference],
    undone: [...changed, ...removed].map((entry) => entry.path).toSorted(),
  }
}

function sameFile(a: TreeEntry, b: TreeEntry | undefined): boolean {
  return a.blob === b?.blob && a.mode === b.mode
}

function leavesTree({ path, leadsTo }: GradedEntry): boolean {
  if (leadsTo === undefined) return false
  const target = posix.join(posix.dirname(path), leadsTo)
  return posix.isAbsolute(leadsTo) || target === '..' || target.startsWith('../')
}

function parentsOf(path: string): string[] {
  const parts = path.split('/')
  return parts.slice(1).map((_, index) => parts.slice(0, index + 1).join('/'))
}
