import type { Declarations, Item } from './model.ts'
import { normaliseName } from './requirement.ts'

export interface ExpandedItem {
  readonly text: string
  readonly constraint: boolean
}

/** Puts the contents of extras and groups in place of what refers to them; a circle ends where it closes. */
export function expandItems(
  items: readonly Item[],
  declarations: Declarations,
  above: readonly string[] = [],
): ExpandedItem[] {
  const enter = (key: string, inner: readonly Item[] | undefined): ExpandedItem[] =>
    inner === undefined || above.includes(key) ? [] : expandItems(inner, declarations, [...above, key])
  return items.flatMap((item): ExpandedItem[] => {
    switch (item.kind) {
      case 'requirement':
        return [{ text: item.text, constraint: false }]
      case 'constraint':
        return [{ text: item.text, constraint: true }]
      case 'group':
        return enter(`group ${item.name}`, declarations.dependencyGroups.get(item.name))
      case 'self':
        return item.extras
          .map(normaliseName)
          .flatMap((extra) => enter(`extra ${extra}`, declarations.extras.get(extra)))
    }
  })
}
