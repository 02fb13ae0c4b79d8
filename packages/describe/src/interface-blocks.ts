import type { CarveMode, ExtractedObject, InterfaceDescription } from '@quarry/core'
import { type Definition, interfaceText, type PythonModule } from '@quarry/syntax'
import { definitionOf, moduleOf, type Modules, namesakesOf, ownersOf } from './definitions.ts'

/** What there is of an object in the tree that the agent gets. */
export type Presence = 'absent' | 'stub' | 'there'

/** Everything described of one module-level name, as one piece of Python. */
export interface InterfaceBlock {
  readonly path: string
  readonly name: string
  readonly kind: 'function' | 'class'
  readonly presence: Presence
  readonly text: string
}

/** A class that is not described itself holds its described members, and says so. */
const onlyMembers = '# The class is there. What stands below has to be written.'

/** The described objects grouped by the module-level definition that holds them, in the order of the descriptions. */
export function interfaceBlocks(
  descriptions: readonly InterfaceDescription[],
  removed: readonly ExtractedObject[],
  modules: Modules,
): InterfaceBlock[] {
  const modes = new Map(removed.map((object) => [object.id, object.mode]))
  const described = new Set(descriptions.map((description) => description.object))
  const byName = Map.groupBy(descriptions, ({ path, qualname }) => `${path}::${qualname.split('.')[0]}`)
  return [...byName.values()].flatMap((group) => {
    const definitions = group.map((description) => definitionOf(description.object, modules))
    const [first] = definitions
    return first === undefined ? [] : [blockOf(definitions, described, modes, moduleOf(first.path, modules))]
  })
}

function blockOf(
  definitions: readonly Definition[],
  described: ReadonlySet<string>,
  modes: ReadonlyMap<string, CarveMode>,
  module: PythonModule,
): InterfaceBlock {
  const shown = definitions.flatMap((definition) => namesakesOf(definition, module))
  const roots = distinct(shown.map((definition) => ownersOf(definition, module).at(-1) ?? definition))
  const members = distinct(shown.flatMap((definition) => [definition, ...ownersOf(definition, module)]))
  const texts = roots.map((root) =>
    interfaceText(root, module, {
      methods: members.map((member) => member.id),
      body: (definition) => `...  # ${presenceOf(definition, modes)}`,
      summary: (definition) => (described.has(definition.id) ? null : onlyMembers),
    }),
  )
  const root = roots.find(({ id }) => modes.has(id)) ?? roots[0] ?? definitions[0]
  return {
    path: module.path,
    name: root?.qualname ?? '',
    kind: root?.kind === 'class' ? 'class' : 'function',
    presence: root === undefined ? 'there' : presenceOf(root, modes),
    text: texts.join('\n\n'),
  }
}

/** A class that is hollowed stays as it is: only its methods change. */
function presenceOf(definition: Definition, modes: ReadonlyMap<string, CarveMode>): Presence {
  const mode = modes.get(definition.id)
  if (mode === undefined) return 'there'
  if (mode === 'delete') return 'absent'
  return definition.kind === 'class' ? 'there' : 'stub'
}

function distinct(definitions: readonly Definition[]): Definition[] {
  const byId = new Map(definitions.map((definition) => [definition.id, definition]))
  return [...byId.values()].toSorted((a, b) => a.line - b.line)
}
