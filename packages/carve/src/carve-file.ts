import type { CarveMode, Leftover } from '@quarry/core'
import type { Definition, ImportBinding, PythonModule, Span } from '@quarry/syntax'
import { applyEdits, type Edit, inOrder } from './edit.ts'
import { withEmptied } from './emptied.ts'
import { editEntries } from './entry-edits.ts'
import { editExports } from './export-edits.ts'
import { fallbacksOf } from './fallbacks.ts'
import { hollowFunction } from './hollow.ts'
import { editImports } from './import-edits.ts'
import { type Layout, layoutOf } from './layout.ts'
import { noOrphans, orphanFinder, type Orphans } from './orphans.ts'
import type { Dangling } from './references.ts'
import { type PlacedRemoval, type Removals, removalOf, removeStatements } from './removals.ts'
import type { Sources } from './sources.ts'

/** A file without what was cut from it. */
export interface CarvedText {
  /** With the file's own line ends. */
  readonly written: string
  readonly edits: readonly Edit[]
}

/** One module to carve. */
interface Question {
  readonly sources: Sources
  readonly module: PythonModule
  readonly layout: Layout
  readonly dangling: Dangling
  /** What goes whatever else goes: deleted objects, docstrings, fallbacks of imports. */
  readonly removals: readonly PlacedRemoval[]
  /** Bodies of hollowed functions, and entries of tables that go. */
  readonly replaced: readonly Edit[]
  /** Spans of objects and leftovers that go, and bodies. */
  readonly dead: readonly Span[]
}

/** Carves one module: its objects by mode, what refers to names that are gone, and what only they used. */
export function carveFile(
  sources: Sources,
  module: PythonModule,
  modes: ReadonlyMap<string, CarveMode>,
  dangling: Dangling,
  leftovers: readonly Leftover[] = [],
): CarvedText {
  const layout = layoutOf(module.source)
  const cut = outermost(module, modes)
  const deleted = cut.filter((definition) => modes.get(definition.id) === 'delete')
  const hollowed = cut.filter((definition) => modes.get(definition.id) === 'hollow')
  const functions = hollowed.filter((definition) => definition.kind !== 'class')
  const bodies = functions.map((definition) => hollowFunction(layout, definition))
  const entries = editEntries(layout, leftovers)
  const assignments = leftovers.filter(({ what }) => what === 'assignment')
  const dead = [...deleted.map(({ span }) => span), ...bodies, ...leftovers]
  const removals = [
    ...fallbackRemovals(layout, dangling).filter(([start]) => !liesIn(dead, start)),
    ...hollowed.flatMap(docstringOf),
    ...deleted.map(({ id, span }) => removalOf(span, 'definition', id)),
    ...assignments.map((assignment) => removalOf(assignment, 'block')),
  ]
  const replaced = [...bodies, ...entries]
  const edits = editsFor({ sources, module, layout, dangling, removals, replaced, dead })
  return { written: applyEdits(layout.written, edits), edits: withoutNothing(layout, edits) }
}

/** What only removed code used goes too, and with it what only that used, or what it alone kept from being empty. */
function editsFor(question: Question): readonly Edit[] {
  const { sources, module, layout, dangling, removals, replaced, dead } = question
  const exports = editExports(layout, module.exports, dangling.names)
  const findOrphans = orphanFinder(sources, module, layout)
  let orphans = noOrphans
  for (;;) {
    const imports = editImports(layout, module.imports, new Set([...dangling.bindings, ...orphans.bindings]))
    const lives = ([start]: readonly [number, unknown]) => !liesIn(dead, start)
    const all: Removals = withEmptied(
      layout,
      new Map([
        ...[...imports.removals, ...exports.removals].filter(lives),
        ...orphans.statements.map((statement) => removalOf(statement, 'block')),
        ...removals,
      ]),
    )
    const more = findOrphans([...dead, ...spansOf(all)])
    if (sizeOf(more) === sizeOf(orphans)) {
      const references = [...imports.edits, ...exports.edits].filter((edit) => lives([edit.start, edit]))
      return inOrder([...replaced, ...references, ...removeStatements(layout, all)])
    }
    orphans = more
  }
}

function sizeOf({ bindings, statements }: Orphans): number {
  return bindings.length + statements.length
}

function spansOf(removals: Removals): readonly Span[] {
  return [...removals].map(([start, { end }]) => ({ start, end }))
}

function liesIn(spans: readonly Span[], offset: number): boolean {
  return spans.some(({ start, end }) => start <= offset && offset < end)
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

/** A hollow class loses its docstring, and nothing else: its methods are objects of their own. */
function docstringOf({ id, kind, docstring }: Definition): readonly PlacedRemoval[] {
  return kind !== 'class' || docstring === null ? [] : [removalOf(docstring, 'body', id)]
}

function fallbackRemovals(layout: Layout, { bindings, names }: Dangling): readonly PlacedRemoval[] {
  const fallenBack = ({ bound, within }: ImportBinding) => within === null && names.has(bound)
  return [...bindings]
    .filter(fallenBack)
    .flatMap((binding) => fallbacksOf(layout, binding))
    .map((statement) => removalOf(statement, 'import'))
}

/** A body that was hollow before is replaced by itself: no edit. */
function withoutNothing(layout: Layout, edits: readonly Edit[]): readonly Edit[] {
  return edits.filter((edit) => layout.written.slice(edit.start, edit.end) !== edit.replacement)
}
