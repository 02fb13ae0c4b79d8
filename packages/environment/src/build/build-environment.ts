import type { Accelerator, DerivedRequirement, Interpreter, Sandbox, TreeHash, TreeStore } from '@quarry/core'
import { probeDirectory } from '@quarry/testrun'
import { normaliseName } from '../derive/requirement.ts'
import { findAccelerator } from './accelerator.ts'
import { missedRequirements } from './built-requirements.ts'
import { uninstall } from './install.ts'
import { needlessInstallers } from './installed.ts'
import { listInstalled } from './list-installed.ts'
import { openWorkshop } from './open-workshop.ts'
import { installProject, type ProjectFacts, type ProjectResult } from './project.ts'
import { runStep } from './run-step.ts'
import { installThirdParty } from './third-party.ts'
import { waitForTurn } from './wait-for-turn.ts'
import type { Workshop } from './workshop.ts'

export interface BuildPlan {
  readonly tag: string
  readonly interpreter: Interpreter
  readonly project: ProjectFacts
  readonly requirements: readonly DerivedRequirement[]
  readonly constraints: readonly string[]
  /** Those of the requirements that the project itself needs, not just its tests. */
  readonly atRunTime: readonly string[]
  /** Seconds that one step may take. */
  readonly seconds: number
}

/** A sealed environment, and what the installation showed about the project. */
export interface BuiltEnvironment {
  readonly installer: 'uv' | 'pip'
  readonly requirements: readonly DerivedRequirement[]
  readonly importRoots: readonly string[]
  readonly overlay: TreeHash | null
  readonly site: TreeHash | null
  readonly notes: readonly string[]
}

/** What came of a build, and everything that the installer said. */
export interface Build {
  readonly result: BuildResult
  readonly accelerator: Accelerator
  readonly log: string
}

export type BuildResult =
  | { readonly kind: 'built'; readonly environment: BuiltEnvironment }
  | { readonly kind: 'install-failed'; readonly what: string; readonly log: string }
  | { readonly kind: 'rebuilds-at-import' }
  | { readonly kind: 'compiled-shadow'; readonly modules: readonly string[] }

/**
 * Makes the environment of a plan and seals it under the plan's tag. Where one is sealed already, as by a run that was
 * interrupted, it stays: a second one, made for what it shows about the project, is thrown away.
 * @throws UserError `no-installer`; InfrastructureError when the machine or the network is at fault.
 */
export async function buildEnvironment(
  sandbox: Sandbox,
  trees: TreeStore,
  plan: BuildPlan,
  signal: AbortSignal,
): Promise<Build> {
  const { interpreter, seconds } = plan
  const { builder, isSealed } = await waitForTurn(() => openBuilder(sandbox, plan, signal), signal)
  try {
    const workshop = await openWorkshop(builder, trees, interpreter, seconds, signal)
    const accelerator = await findAccelerator(workshop, sandbox.kind)
    const result = await fill(workshop, plan)
    if (result.kind === 'built' && !isSealed) await builder.seal()
    return { result, accelerator, log: `${workshop.log.join('\n')}\n` }
  } finally {
    await builder.close()
  }
}

async function openBuilder(sandbox: Sandbox, { tag, interpreter, project }: BuildPlan, signal: AbortSignal) {
  const isSealed = await sandbox.hasEnvironment(tag)
  const title = [project.distribution ?? 'a project without a name', project.version ?? ''].join(' ').trim()
  const name = isSealed ? `${tag}.again` : tag
  const spec = { tag: name, title, interpreter, tree: project.tree, tools: probeDirectory }
  return { builder: await sandbox.openBuilder(spec, signal), isSealed }
}

async function fill(workshop: Workshop, plan: BuildPlan): Promise<BuildResult> {
  const texts = plan.requirements.map(({ requirement }) => requirement)
  const thirdParty = await installThirdParty(workshop, {
    requirements: texts,
    constraints: plan.constraints,
  })
  if (thirdParty.kind === 'failed')
    return { kind: 'install-failed', what: 'the requirements', log: thirdParty.log }

  const project = await installProject(workshop, plan.project)
  if (project.kind === 'failed')
    return { kind: 'install-failed', what: 'the project itself', log: project.log }
  if (project.kind === 'rebuilds') return { kind: 'rebuilds-at-import' }
  if (project.changes.shadowed.length > 0)
    return { kind: 'compiled-shadow', modules: project.changes.shadowed }

  const missed = missedRequirements(project.requires, texts, plan.project.distribution)
  const rest = await installThirdParty(workshop, { requirements: missed, constraints: plan.constraints })
  if (rest.kind === 'failed')
    return { kind: 'install-failed', what: 'requirements of the built metadata', log: rest.log }

  await tidy(workshop, plan.project.distribution, [...plan.atRunTime, ...project.requires])
  const built = missed.map((requirement) => ({ requirement, from: 'the built metadata' }))
  const notes = [...thirdParty.notes, ...project.notes, ...rest.notes]
  return { kind: 'built', environment: await describe(workshop, plan, project, built, notes) }
}

async function describe(
  workshop: Workshop,
  plan: BuildPlan,
  project: Extract<ProjectResult, { kind: 'installed' }>,
  built: readonly DerivedRequirement[],
  notes: readonly string[],
): Promise<BuiltEnvironment> {
  const { overlay } = project.changes
  return {
    installer: workshop.installer.kind,
    requirements: [...plan.requirements, ...built],
    importRoots: project.importRoots,
    overlay: overlay.length === 0 ? null : await workshop.trees.writeTree(overlay),
    site: project.site,
    notes,
  }
}

/** Byte code has no place in what is finished: it may be older than what it was made from. */
const dropByteCode = `
import pathlib, shutil, sys
for cache in list(pathlib.Path(sys.argv[1]).rglob("__pycache__")):
    shutil.rmtree(cache)
`

/** Takes out the distribution under test, the installers that nothing needs, and byte code. */
async function tidy(
  workshop: Workshop,
  distribution: string | null,
  atRunTime: readonly string[],
): Promise<void> {
  const installed = await listInstalled(workshop)
  const own = installed.distributions.filter(
    ({ name }) => distribution !== null && normaliseName(name) === normaliseName(distribution),
  )
  await uninstall(workshop, [...own.map(({ name }) => name), ...needlessInstallers(installed, atRunTime)])
  const { builder, python, seconds, signal } = workshop
  const argv = [python, '-I', '-c', dropByteCode, builder.paths.environment]
  await runStep(builder, argv, { seconds }, signal)
}
