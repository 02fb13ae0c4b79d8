import {
  acceleratorOf,
  Candidate,
  CarvedTree,
  Environment,
  FeatureCut,
  Instance,
  Observation,
  type Refs,
  Snapshot,
  type StageName,
  TopLevelObjects,
  ValidationReport,
} from '@quarry/core'
import type { Archive } from './archive.ts'
import { candidateFacts, observationFacts } from './observation-facts.ts'

/** What is worth knowing of the artifact that a stage left, in short sentences. */
export async function stageFacts(archive: Archive, refs: Refs, stage: StageName): Promise<string[]> {
  const { store } = archive
  switch (stage) {
    case 'source':
      return sourceFacts(await store.ancestor(refs, stage, Snapshot))
    case 'environment':
      return environmentFacts(await store.ancestor(refs, stage, Environment))
    case 'observe':
      return observationFacts(await store.ancestor(refs, stage, Observation))
    case 'candidate':
      return candidateFacts(
        await store.ancestor(refs, stage, Candidate),
        await store.ancestor(refs, 'observe', Observation),
      )
    case 'detect':
      return topLevelFacts(await store.ancestor(refs, stage, TopLevelObjects))
    case 'isolate':
      return cutFacts(await store.ancestor(refs, stage, FeatureCut))
    case 'carve':
      return carvedFacts(await store.ancestor(refs, stage, CarvedTree))
    case 'validate':
      return validationFacts(await store.ancestor(refs, stage, ValidationReport))
    case 'describe':
      return instanceFacts(await store.ancestor(refs, stage, Instance))
  }
}

function sourceFacts({ source, version, tree, import_roots }: Snapshot): string[] {
  return [
    `${source.kind}${version === null ? '' : `, version ${version}`}, tree ${tree.slice(0, 8)}`,
    `import roots: ${import_roots.map((root) => (root === '' ? '.' : root)).join(', ')}`,
  ]
}

function environmentFacts(environment: Environment): string[] {
  const { python, lock, derivation, pytest } = environment
  const accelerator = acceleratorOf(environment)
  const dropped = pytest.dropped.map(({ option, reason }) => `pytest option ${option} left out: ${reason}`)
  return [
    `Python ${python.version}, ${lock.length} distributions by ${derivation.installer}`,
    ...(derivation.files_read.length === 0 ? [] : [`read from ${derivation.files_read.join(', ')}`]),
    ...derivation.notes,
    ...dropped,
    ...('missing' in accelerator ? [`no accelerator for the tracer: ${accelerator.missing}`] : []),
  ]
}

function topLevelFacts({ objects }: TopLevelObjects): string[] {
  return [`${objects.length} top-level objects: ${firstFew(objects.map((object) => object.id))}`]
}

function cutFacts(cut: FeatureCut): string[] {
  const hollow = cut.extracted.filter((object) => object.mode === 'hollow').length
  const dropped = cut.dropped_top_level.map((object) => object.id)
  return [
    `${cut.extracted.length} objects extracted (${hollow} hollowed), ${cut.lines} lines; ${cut.remained.length} remain`,
    `P2P files: ${cut.p2p_files.map((file) => file.path).join(', ')}`,
    ...(cut.p2p_files.length < cut.p2p_wanted
      ? [`fewer than the ${cut.p2p_wanted} P2P files wanted: the repository has no more test files`]
      : []),
    ...(dropped.length === 0 ? [] : [`top-level objects given up for P2P files: ${firstFew(dropped)}`]),
    ...(cut.over_budget.length === 0 ? [] : [`${cut.over_budget.length} objects are beyond the line budget`]),
    ...cut.repairs.map(({ object, because }) => `${object} was kept: ${because}`),
  ]
}

function carvedFacts({ lines, files }: CarvedTree): string[] {
  return [`${lines.carved} lines carved from ${files.length} files, ${lines.code} of them code`]
}

function validationFacts(report: ValidationReport): string[] {
  const { fail_to_pass, guard, pass_to_pass, unexpected_passes, unstable } = report
  return [
    `${fail_to_pass.length} F2P, ${guard.length} guard and ${pass_to_pass.length} P2P points`,
    ...(unexpected_passes.length === 0
      ? []
      : [`${unexpected_passes.length} points pass without code that they run`]),
    ...(unstable.length === 0 ? [] : [`${unstable.length} points were unstable`]),
  ]
}

function instanceFacts({ instance_id, interfaces }: Instance): string[] {
  return [`instance ${instance_id}, ${interfaces.length} interfaces`]
}

function firstFew(items: readonly string[]): string {
  const shown = items.slice(0, 5).join(', ')
  return items.length > 5 ? `${shown} and ${items.length - 5} more` : shown
}
