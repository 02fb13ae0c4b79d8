import type { Item } from './model.ts'
import { normaliseName, parseRequirement } from './requirement.ts'

/** A line such as `.`, `.[test]`, `-e .[test]` or `file:.`: the project itself. */
const selfPath = /^(?:-e\s+|--editable[ =]\s*)?(?:file:)?\.\/?(?:\[([^\]]*)\])?(?:\s*;.*)?$/

/** A requirement, or the project itself with extras; null for anything that names neither. */
export function itemOf(text: string, distribution: string | null): Item | null {
  const line = text.trim()
  const self = selfPath.exec(line)
  if (self) return { kind: 'self', extras: (self[1] ?? '').split(',').flatMap((extra) => extra.trim() || []) }
  const link = /^(?:-e\s+|--editable[ =]\s*)?((?:git|hg)\+\S+?)#(?:.*&)?egg=([\w.-]+)/.exec(line)
  if (link) return { kind: 'requirement', text: `${link[2]} @ ${link[1]}` }
  const parsed = parseRequirement(line)
  if (parsed === null) return null
  if (distribution !== null && parsed.name === normaliseName(distribution))
    return { kind: 'self', extras: parsed.extras }
  return { kind: 'requirement', text: line }
}

export function itemsOf(texts: readonly string[], distribution: string | null): Item[] {
  return texts.flatMap((text) => itemOf(text, distribution) ?? [])
}
