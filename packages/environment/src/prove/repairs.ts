import type { DerivedRequirement } from '@quarry/core'
import { requirementsOf } from '../derive/derive-requirements.ts'
import type { Declarations } from '../derive/model.ts'
import { normaliseName, parseRequirement } from '../derive/requirement.ts'
import { distributionOf } from './import-names.ts'
import { missingFixtures, missingModules, unknownOptions } from './missing-modules.ts'
import { asyncPlugins, pluginOfFixture, pluginOfOption } from './plugins.ts'
import type { Proof } from './prove.ts'

/** What a proof lacks, in words for people, and the distribution that would bring it. */
interface Lack {
  readonly what: string
  readonly distribution: string
}

export interface Repair {
  readonly requirements: readonly DerivedRequirement[]
  readonly notes: readonly string[]
}

/**
 * What to install beside, judging by a proof: for each missing third-party module, plugin option, fixture or async
 * plugin one distribution, in the words of another declared group where one names it. `atRunTime`: what was asked for
 * before and would be there if that helped.
 * `isOwn` tells the repository's own top-level modules, which no installation brings.
 */
export function findRepair(
  proof: Proof,
  declarations: Declarations,
  atRunTime: readonly string[],
  isOwn: (module: string) => boolean,
): Repair {
  const known = new Set(atRunTime.map((text) => parseRequirement(text)?.name))
  const locked = new Set(proof.lock.map(({ name }) => name))
  const lacks = lacksOf(proof, declarations, isOwn).filter(
    ({ distribution }, index, all) =>
      !known.has(distribution) &&
      !locked.has(distribution) &&
      all.findIndex((other) => other.distribution === distribution) === index,
  )
  const repairs = lacks.map((lack) => ({ lack, found: declared(lack.distribution, declarations) }))
  return {
    requirements: repairs.map(
      ({ lack, found }) => found ?? { requirement: lack.distribution, from: `repair: ${lack.what}` },
    ),
    notes: repairs.map(
      ({ lack, found }) =>
        `${lack.what}: added ${lack.distribution}${found === null ? ', which nothing declares' : `, declared in ${found.from}`}`,
    ),
  }
}

function lacksOf(proof: Proof, declarations: Declarations, isOwn: (module: string) => boolean): Lack[] {
  const errors = proof.collection.errors.map((error) => error.message)
  const logs = proof.runs.map((run) => run.log)
  const modules = missingModules(errors).filter((module) => !isOwn(module))
  return [
    ...modules.map((module) => ({ what: `no module ${module}`, distribution: distributionOf(module) })),
    ...unknownOptions(errors).flatMap((option) => lackOf(`no option ${option}`, pluginOfOption(option))),
    ...missingFixtures(logs).flatMap((name) => lackOf(`no fixture ${name}`, pluginOfFixture(name))),
    ...(proof.asyncWorks ? [] : lackOf('no async test passed', asyncPluginOf(declarations))),
  ]
}

function lackOf(what: string, distribution: string | null): Lack[] {
  return distribution === null ? [] : [{ what, distribution }]
}

/** The one that the repository declares somewhere, else the usual one. */
function asyncPluginOf(declarations: Declarations): string {
  return asyncPlugins.find((name) => declared(name, declarations) !== null) ?? 'pytest-asyncio'
}

function declared(distribution: string, declarations: Declarations): DerivedRequirement | null {
  const all = declarations.groups.flatMap((group) => requirementsOf(group, declarations))
  const found = all.find(
    ({ requirement, constraint }) =>
      !constraint && parseRequirement(requirement)?.name === normaliseName(distribution),
  )
  return found === undefined ? null : { requirement: found.requirement, from: found.from }
}
