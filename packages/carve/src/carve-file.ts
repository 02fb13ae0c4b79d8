import type { CarveMode } from '@quarry/core'
import type { Definition, PythonModule } from '@quarry/syntax'
import { applyEdits, type Edit, inOrder } from './edit.ts'
import { editExports } from './export-edits.ts'
import { hollowFunction } from './hollow.ts'
import { editImports } from './import-edits.ts'
import { type Layout, layoutOf } from './layout.ts'
import type { Dangling } from './references.ts'
import { type Removal, removeStatements } from './removals.ts'

/** A file without what was cut from it. */
export interface CarvedText {
  readonly text: string
  readonly edits: readonly Edit[]
}

/** Carves one module: its objects by mode, and what refers to names that are gone. */
export function carveFile(
  module: PythonModule,
  modes: ReadonlyMap<string, CarveMode>,
  dangling: Dangling,
): CarvedText {
  const layout = layoutOf(module.source.text)
  const cut = outermost(module, modes)
  const deleted = cut.filter((definition) => modes.get(definition.id) === 'delete')
  const hollowed = cut.filter((definition) => modes.get(definition.id) === 'hollow')
  const functions = hollowed.filter((definition) => definition.kind !== 'class')
  const bodies = functions.map((definition) => hollowFunction(layout, definition))

  const dead = [...deleted.map((definition) => definition.span), ...bodies]
  const lives = ([start]: readonly [number, unknown]) =>
    !dead.some((span) => span.start <= start && start < span.end)
  const imports = editImports(layout, module.imports, dangling.bindings)
  const exports = editExports(layout, module.exports, dangling.names)
  const references = [...imports.edits, ...exports.edits].filter((edit) => lives([edit.start, edit]))
  const removals = new Map<number, Removal>([
    ...[...imports.removals, ...exports.removals].filter(lives),
    ...hollowed.flatMap(docstringOf),
    ...deleted.map(wholeOf),
  ])
  const edits = inOrder([...bodies, ...references, ...removeStatements(layout, removals)])
  return { text: applyEdits(layout.text, edits), edits: withoutNothing(layout, edits) }
}

/** Objects of the cut that lie in no deleted one. */
function outermost(module: PythonModule, modes: ReadonlyMap<string, CarveMode>): readonly Definition[] {
  const byId = new Map(module.definitions.map((definition) => [definition.id, definition]))
  const inDeleted = (definition: Definition): boolean => {
    const parent = definition.parent === null ? undefined : byId.get(definition.parent)
    return parent !== undefined && (modes.get(parent.id) === 'delete' || inDeleted(parent))
  }
  return module.definitions.filter((definition) => modes.has(definition.id) && !inDeleted(definition))
}

function wholeOf({ id, span }: Definition): readonly [number, Removal] {
  return [span.start, { what: 'definition', object: id, end: span.end }]
}

/** A hollow class loses its docstring, and nothing else: its methods are objects of their own. */
function docstringOf({ id, kind, docstring }: Definition): readonly (readonly [number, Removal])[] {
  if (kind !== 'class' || docstring === null) return []
  return [[docstring.start, { what: 'body', object: id, end: docstring.end }]]
}

/** A body that was hollow before is replaced by itself: no edit. */
function withoutNothing(layout: Layout, edits: readonly Edit[]): readonly Edit[] {
  return edits.filter((edit) => layout.text.slice(edit.start, edit.end) !== edit.replacement)
}
