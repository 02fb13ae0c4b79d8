import {
  type Accelerator,
  type BlobHash,
  canonicalHash,
  type Environment,
  type EnvironmentImage,
  type Interpreter,
  type Rejection,
  rejected,
  produced,
  type Snapshot,
  type StageContext,
  type StageResult,
} from '@quarry/core'
import { type BuiltEnvironment, buildEnvironment, type BuildPlan } from './build/build-environment.ts'
import { readDeclarations } from './derive/declarations.ts'
import { type Derived, deriveRequirements } from './derive/derive-requirements.ts'
import type { Declarations } from './derive/model.ts'
import { loadProjectFiles, type ProjectFiles } from './derive/project-files.ts'
import { ownModules } from './own-modules.ts'
import { type PytestConfiguration, readPytestConfiguration } from './pytest/configuration.ts'
import { passedIn, type Proof, prove } from './prove/prove.ts'
import { findRepair, type Repair } from './prove/repairs.ts'
import { rejectionOfBuild, rejectionOfProof } from './rejections.ts'
import type { EnvironmentSettings } from './settings.ts'
import { environmentVersion } from './version.ts'

/** Environments built at most for one snapshot: the derived one, and repairs of it. */
const mostAttempts = 4

/** What is known before anything is installed. */
interface Preparation {
  readonly snapshot: Snapshot
  readonly files: ProjectFiles
  readonly interpreter: Interpreter
  readonly declarations: Declarations
  readonly configuration: PytestConfiguration
}

type Attempt =
  | { readonly kind: 'rejected'; readonly rejection: Rejection }
  | {
      readonly kind: 'proved'
      readonly tag: string
      readonly built: BuiltEnvironment
      readonly accelerator: Accelerator
      readonly buildLog: BlobHash
      readonly proof: Proof
    }

/** Builds, proves, and as long as the proof names something that can be added, builds anew with it. */
export async function makeEnvironment(
  snapshot: Snapshot,
  context: StageContext<EnvironmentSettings>,
): Promise<StageResult<Environment>> {
  const preparation = await prepare(snapshot, context)
  const { declarations, files } = preparation
  const derived = deriveRequirements(declarations, context.settings.requirements)
  let wanted: Derived = derived
  const notes: string[] = []
  for (let round = 1; ; round += 1) {
    const attempt = await tryRequirements(preparation, wanted, context)
    if (attempt.kind === 'rejected') return rejected(attempt.rejection)
    const isOwn = ownModules(files.paths, attempt.built.importRoots)
    const repair = findRepair(attempt.proof, declarations, wanted.atRunTime, isOwn)
    if (repair.requirements.length > 0 && round < mostAttempts) {
      await context.sandboxes.current.dropEnvironment(attempt.tag) // nothing will ever run in it again
      wanted = withRepair(wanted, repair)
      notes.push(...repair.notes)
      continue
    }
    const rejection = rejectionOfProof(attempt.proof)
    if (rejection !== null) {
      await context.sandboxes.current.dropEnvironment(attempt.tag)
      return rejected(rejection)
    }
    return produced(await draft(preparation, attempt, notes, context))
  }
}

/** Whatever a proof asked for is needed at run time. */
function withRepair(wanted: Derived, { requirements }: Repair): Derived {
  return {
    ...wanted,
    requirements: [...wanted.requirements, ...requirements],
    atRunTime: [...wanted.atRunTime, ...requirements.map(({ requirement }) => requirement)],
  }
}

async function prepare(
  snapshot: Snapshot,
  { trees, settings }: StageContext<EnvironmentSettings>,
): Promise<Preparation> {
  const files = await loadProjectFiles(trees, snapshot.tree)
  const { interpreter } = settings
  const python = interpreter.version.split('.').slice(0, 2).join('.')
  return {
    snapshot,
    files,
    interpreter,
    declarations: readDeclarations(files, snapshot.distribution, python),
    configuration: readPytestConfiguration(files),
  }
}

async function tryRequirements(
  preparation: Preparation,
  wanted: Derived,
  { sandboxes, trees, settings, signal }: StageContext<EnvironmentSettings>,
): Promise<Attempt> {
  const { snapshot, interpreter, configuration } = preparation
  const project = {
    tree: snapshot.tree,
    distribution: snapshot.distribution,
    version: snapshot.version,
    importRoots: snapshot.import_roots,
  }
  const texts = wanted.requirements.map(({ requirement }) => requirement)
  const parts = [interpreter, project, texts, wanted.constraints, wanted.atRunTime]
  const tag = canonicalHash([environmentVersion, ...parts])
  const plan: BuildPlan = { ...wanted, tag, interpreter, project, seconds: settings.buildSeconds }
  const { result, accelerator, log } = await buildEnvironment(sandboxes.current, trees, plan, signal)
  const buildLog = await trees.writeBlob(new TextEncoder().encode(log))
  await trees.keep({ [`build-log/${snapshot.repository}-${tag}`]: buildLog })
  if (result.kind !== 'built') return { kind: 'rejected', rejection: rejectionOfBuild(result, buildLog) }
  const { overlay, site, importRoots } = result.environment
  const prospect = { tag, tree: snapshot.tree, overlay, site, importRoots, configuration }
  const proof = await prove(sandboxes.current, trees, prospect, settings, signal)
  return { kind: 'proved', tag, built: result.environment, accelerator, buildLog, proof }
}

async function draft(
  { snapshot, files, interpreter }: Preparation,
  { tag, built, accelerator, buildLog, proof }: Extract<Attempt, { kind: 'proved' }>,
  notes: readonly string[],
  { sandboxes, trees, settings }: StageContext<EnvironmentSettings>,
) {
  if (built.overlay !== null) await trees.keep({ [`overlay/${snapshot.repository}-${tag}`]: built.overlay })
  if (built.site !== null) await trees.keep({ [`site/${snapshot.repository}-${tag}`]: built.site })
  const passed = proof.runs.reduce((sum, run) => sum + passedIn(run), 0)
  const ran = proof.runs.reduce((sum, run) => sum + run.outcomes.size, 0)
  return {
    sandbox: settings.sandbox,
    python: {
      version: interpreter.version,
      implementation: interpreter.implementation,
      checked_as: interpreter.checkedAs,
    },
    lock: proof.lock,
    derivation: {
      files_read: files.filesRead(),
      requirements: [...built.requirements],
      installer: built.installer,
      notes: [...built.notes, ...notes],
    },
    variables: { ...settings.variables },
    hash_seed: settings.hashSeed,
    pytest: proof.pytest,
    import_roots: [...built.importRoots],
    overlay: built.overlay,
    site: built.site,
    proof: { collected: proof.collection.points.length, passed, not_passed: ran - passed },
    tag,
    measured: {
      build_log: buildLog,
      accelerator,
      image: imageFacts(await sandboxes.current.imageOf(tag)),
      proof_ms: proof.runs.map(({ path, durationMs }) => ({ path, duration_ms: Math.round(durationMs) })),
    },
  }
}

function imageFacts(image: EnvironmentImage | null) {
  return image && { name: image.name, id: image.id, base: image.base }
}
