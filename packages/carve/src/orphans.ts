import type { ImportBinding, NameUse, PythonModule, Span, SyntaxNode } from '@quarry/syntax'
import type { Layout } from './layout.ts'
import { type Candidate, orphanCandidates } from './orphan-candidates.ts'
import { namedElsewhere } from './named-elsewhere.ts'
import { otherMeans } from './other-means.ts'
import type { Sources } from './sources.ts'

/** What nothing uses any more: a developer who takes the code out takes it along. */
export interface Orphans {
  readonly bindings: readonly ImportBinding[]
  /** Assignments of private constants. */
  readonly statements: readonly SyntaxNode[]
}

export const noOrphans: Orphans = { bindings: [], statements: [] }

/** Finds imports and private constants that only removed spans used, and what only such constants used in turn. */
export type OrphanFinder = (removed: readonly Span[]) => Orphans

export function orphanFinder(sources: Sources, module: PythonModule, layout: Layout): OrphanFinder {
  const uses = usesByName(module, layout)
  const candidates = orphanCandidates(sources, module, layout)
  const lookups = otherMeans(module, layout)
  return (removed) => {
    const isLeft = ({ start }: Span) => !removed.some((span) => span.start <= start && start < span.end)
    const left = lookups.filter(isLeft)
    const mayGo = candidates.filter(({ name }) => !left.some(({ prefix }) => name.startsWith(prefix)))
    return mayGo.length === 0 ? noOrphans : findOrphans(sources, module.path, uses, mayGo, removed)
  }
}

function findOrphans(
  sources: Sources,
  path: string,
  uses: ReadonlyMap<string, readonly Span[]>,
  candidates: readonly Candidate[],
  removed: readonly Span[],
): Orphans {
  const dead = [...removed]
  const isDead = ({ start }: Span) => dead.some((span) => span.start <= start && start < span.end)
  const isUsed = (name: string) => uses.get(name)?.some((span) => !isDead(span)) === true
  const wasUsed = (name: string) => uses.get(name)?.some(isDead) === true

  const left = new Set(candidates)
  const orphans: Candidate[] = []
  for (;;) {
    const unused = [...left].filter(({ name }) => wasUsed(name) && !isUsed(name))
    if (unused.length === 0) break
    const held = namedElsewhere(sources, path, new Set(unused.map(({ name }) => name)))
    for (const candidate of unused) {
      left.delete(candidate)
      if (held.has(candidate.name)) continue
      orphans.push(candidate)
      if (candidate.statement !== null) dead.push(candidate.statement)
    }
  }
  return {
    bindings: orphans.flatMap(({ binding }) => binding ?? []),
    statements: orphans.flatMap(({ statement }) => statement ?? []),
  }
}

/** Where each name is used, in comments that give a type and in strings too. */
function usesByName({ uses }: PythonModule, { text }: Layout): ReadonlyMap<string, readonly Span[]> {
  const places = new Map<string, Span[]>()
  const add = (name: string, span: Span) => {
    const known = places.get(name)
    if (known === undefined) places.set(name, [span])
    else known.push(span)
  }
  for (const use of uses) for (const name of namesIn(use)) add(name, use.span)
  for (const comment of text.matchAll(/#[ \t]*type:[^\n]*/g)) {
    const span = { start: comment.index, end: comment.index + comment[0].length }
    for (const name of wordsOf(comment[0])) add(name, span)
  }
  return places
}

function namesIn({ kind, name, qualifier, local }: NameUse): readonly string[] {
  if (kind === 'string') return wordsOf(qualifier ?? name)
  return kind === 'name' && !local ? [name] : []
}

function wordsOf(text: string): readonly string[] {
  return text.match(/[\p{L}_][\p{L}\p{N}_]*/gu) ?? []
}
