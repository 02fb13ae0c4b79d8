import type { DerivedRequirement } from '@quarry/core'
import { expandItems } from './expand-items.ts'
import type { Declarations, DeclaredGroup } from './model.ts'
import { isDevelopmentTool } from './purpose.ts'
import { parseRequirement } from './requirement.ts'

/** What is to be installed for the tests, and where each requirement comes from. */
export interface Derived {
  readonly requirements: readonly DerivedRequirement[]
  /** PEP 508 texts that only bound versions. */
  readonly constraints: readonly string[]
  /** Those of the requirements that the project itself or its definition asks for, not just its tests. */
  readonly atRunTime: readonly string[]
}

/**
 * Runtime requirements, those of every test-like group, and pytest. Where nothing is declared for tests, a
 * requirements file for tests speaks; where there is none either, the development groups do, less their tools.
 * `extra`: what the repository's definition adds.
 */
export function deriveRequirements(declarations: Declarations, extra: readonly string[]): Derived {
  const runtime = declarations.groups
    .filter((group) => group.purpose === 'runtime')
    .flatMap((group) => requirementsOf(group, declarations))
  const forTests = groupsForTests(declarations).flatMap((group) => requirementsOf(group, declarations))
  const found = [...runtime, ...forTests]
  const all = [
    ...found.filter((one) => !one.constraint),
    ...extra.map((requirement) => ({ requirement, from: "the repository's definition" })),
  ]
  const pytest = all.some(isPytest) ? [] : [{ requirement: 'pytest', from: 'always' }]
  const constraints = found.flatMap((one) => (one.constraint ? [one.requirement] : []))
  return {
    requirements: firstOfEach([...all, ...pytest]),
    constraints: [...new Set(constraints)],
    atRunTime: [...runtime.map(({ requirement }) => requirement), ...extra],
  }
}

/**
 * The first kind of group that says anything. Test groups without pytest only add to the ones that bring it, so the
 * development groups that do speak as well.
 */
function groupsForTests(declarations: Declarations): readonly DeclaredGroup[] {
  const { groups } = declarations
  const choices = (['test', 'development'] as const).flatMap((purpose) =>
    (['declaration', 'file'] as const).map((kind) =>
      groups.filter((group) => group.purpose === purpose && group.kind === kind),
    ),
  )
  const first = choices.find((choice) => choice.length > 0) ?? []
  const bringsPytest = (group: DeclaredGroup) => requirementsOf(group, declarations).some(isPytest)
  if (first.some((group) => group.purpose !== 'test') || first.some(bringsPytest)) return first
  const beside = groups.filter((group) => group.purpose === 'development' && bringsPytest(group))
  return [...first, ...beside]
}

function isPytest({ requirement }: DerivedRequirement): boolean {
  return parseRequirement(requirement)?.name === 'pytest'
}

interface FoundRequirement extends DerivedRequirement {
  readonly constraint: boolean
}

/** A group's requirements with references resolved; outside runtime and test groups tools are left out. */
export function requirementsOf(group: DeclaredGroup, declarations: Declarations): FoundRequirement[] {
  const isMixed = group.purpose === 'development' || group.purpose === 'other'
  return expandItems(group.items, declarations)
    .filter(({ text }) => !isMixed || !isDevelopmentTool(text))
    .map(({ text, constraint }) => ({ requirement: text, from: group.from, constraint }))
}

function firstOfEach(found: readonly DerivedRequirement[]): DerivedRequirement[] {
  const seen = new Set<string>()
  return found.flatMap(({ requirement, from }) => {
    const key = requirement.replace(/\s+/g, '')
    if (seen.has(key)) return []
    seen.add(key)
    return [{ requirement, from }]
  })
}
