import { fieldOf, parsePython, type SyntaxNode } from '@quarry/syntax'
import { itemOf } from './items.ts'
import type { DeclaredGroup, Found, Item } from './model.ts'
import type { ProjectFiles } from './project-files.ts'
import { purposeOf } from './purpose.ts'
import { literalOf, type Names, nodesBelow } from './python-literals.ts'
import { normaliseName } from './requirement.ts'
import { readRequirementsFile } from './requirements-file.ts'

const noNames: Names = new Map()

/** Strings that the test sessions of noxfile.py hand to `session.install`; it is read, never run. */
export function readNox(files: ProjectFiles, distribution: string | null): Found {
  const text = files.read('noxfile.py')
  if (text === null) return { groups: [] }
  const { root } = parsePython(text)
  const sessions = root.children.flatMap((node) => sessionIn(node, text) ?? [])
  const groups = sessions.flatMap(({ name, body }): DeclaredGroup[] => {
    const items = installedIn(body, text, files, distribution)
    const from = `noxfile.py ${name}`
    return items.length === 0 ? [] : [{ from, purpose: purposeOf(name), kind: 'declaration', items }]
  })
  return { groups: groups.filter((group) => group.purpose === 'test') }
}

function sessionIn(node: SyntaxNode, text: string): { name: string; body: SyntaxNode } | null {
  const decorators = node.children.filter((child) => child.type === 'decorator')
  const isSession = decorators.some((child) => /\bsession\b/.test(text.slice(child.start, child.end)))
  const definition = node.children.find((child) => child.type === 'function_definition')
  if (!isSession || definition === undefined) return null
  const name = fieldOf(definition, 'name')
  return name === null ? null : { name: text.slice(name.start, name.end), body: definition }
}

function installedIn(
  body: SyntaxNode,
  text: string,
  files: ProjectFiles,
  distribution: string | null,
): Item[] {
  return [...nodesBelow(body)].flatMap((node): Item[] => {
    const called = node.type === 'call' ? fieldOf(node, 'function') : null
    if (called === null) return []
    const name = text.slice(called.start, called.end)
    const given = (fieldOf(node, 'arguments')?.children ?? []).flatMap((argument) => {
      const value = literalOf(argument, text, noNames)
      return typeof value === 'string' ? [value] : []
    })
    if (/\bdependency_groups$/.test(name)) {
      return given.map((group) => ({ kind: 'group', name: normaliseName(group) }))
    }
    return name.endsWith('.install') ? itemsOfArguments(given, files, distribution) : []
  })
}

/** The arguments of one `pip install`. */
function itemsOfArguments(
  given: readonly string[],
  files: ProjectFiles,
  distribution: string | null,
): Item[] {
  const items: Item[] = []
  for (const [index, argument] of given.entries()) {
    const before = given[index - 1]
    const attached = /^(?:-r|--requirement=)(.+)$/.exec(argument)?.[1]
    const file = before === '-r' || before === '--requirement' ? argument : attached
    if (file !== undefined) items.push(...readRequirementsFile(files, file, distribution))
    else if (before === '--group') items.push({ kind: 'group', name: normaliseName(argument) })
    else if (!argument.startsWith('-') && before !== '-c' && before !== '--constraint') {
      const item = itemOf(argument, distribution)
      if (item !== null) items.push(item)
    }
  }
  return items
}
