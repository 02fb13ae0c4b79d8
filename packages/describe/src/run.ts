import {
  CarvedTree,
  datedTestFiles,
  Environment,
  FeatureCut,
  type Instance,
  produced,
  rejected,
  Snapshot,
  type StageContext,
  type StageResult,
  type ValidationReport,
} from '@quarry/core'
import { instanceId } from './instance-id.ts'
import { interfaceBlocks } from './interface-blocks.ts'
import { describeInterfaces } from './interfaces.ts'
import { offeredNames } from './offered-names.ts'
import { readModules, readText, type UnparsedFile } from './read-modules.ts'
import { removedBodies, shownBodyLines } from './removed-code.ts'
import { removedObjects } from './removed-objects.ts'
import type { DescribeSettings } from './settings.ts'
import { levelOneStatement } from './statement.ts'
import { testedTexts } from './tested-texts.ts'

/** The instance of a validated candidate, or why its task cannot be put in words. */
export async function runDescribe(
  input: ValidationReport,
  { store, trees, settings }: Pick<StageContext<DescribeSettings>, 'store' | 'trees' | 'settings'>,
): Promise<StageResult<Instance>> {
  const snapshot = await store.ancestor(input.refs, 'source', Snapshot)
  const environment = await store.ancestor(input.refs, 'environment', Environment)
  const cut = await store.ancestor(input.refs, 'isolate', FeatureCut)
  const carved = await store.ancestor(input.refs, 'carve', CarvedTree)
  const { original, start } = carved.trees

  const isTest = (path: string) => cut.f2p_files.includes(path)
  const tests = await readModules(trees, original, isTest)
  const [unparsed] = tests.unparsed
  if (unparsed !== undefined) return hiddenTestUnparsed(unparsed)
  const hiddenTests = [...tests.modules.values()]
  const { modules } = await readModules(trees, original, (path) => !isTest(path))
  const changed = new Set(carved.files.map((file) => file.path))
  const { modules: carvedModules } = await readModules(trees, start, (path) => changed.has(path))

  const removed = removedObjects(cut, modules)
  const interfaces = describeInterfaces(removed, cut.top_level, modules, hiddenTests)
  const blocks = interfaceBlocks(interfaces, removed, modules)
  const bodies = removedBodies(removed, modules)
  const known = [await readText(trees, start), ...blocks.map((block) => block.text)].join('\n')
  const texts = testedTexts(hiddenTests, bodies, known)
  const offered = offeredNames(modules, carvedModules, hiddenTests)
  const python = environment.python.version
  const { network, fileSeconds, pointSeconds } = settings
  const limits = { file_seconds: fileSeconds, point_seconds: pointSeconds }
  const statement = levelOneStatement({ snapshot, cut, blocks, offered, texts, python, network, limits })
  const shown = shownBodyLines(statement, bodies, [...texts, ...offered.flatMap(({ imports }) => imports)])
  if (shown.length > 0) return statementShowsCode(shown)
  return produced<Instance>({
    ...provenFacts(input, cut, carved),
    ...factsOfCode(snapshot),
    dated: datedTestFiles(snapshot, cut.f2p_files),
    instance_id: instanceId(snapshot, cut.f2p_files, 1),
    level: 1,
    problem_statement: statement,
    interfaces,
    python,
    network,
    limits,
    measured: {},
  })
}

function provenFacts(input: ValidationReport, cut: FeatureCut, carved: CarvedTree) {
  return {
    candidate: input.candidate,
    fail_to_pass: input.fail_to_pass,
    guard: input.guard,
    pass_to_pass: input.pass_to_pass,
    f2p_files: cut.f2p_files,
    p2p_files: cut.p2p_files.map((file) => file.path),
    hidden_test_files: cut.hidden_test_files.map((file) => file.path),
    trees: carved.trees,
    patches: carved.patches,
    lines: carved.lines,
    objects: carved.objects.length,
    files: carved.files.length,
  }
}

function factsOfCode(snapshot: Snapshot) {
  const { repository, version, licence, forbidden_urls } = snapshot
  const date = snapshot.commit_date ?? snapshot.release_date
  return { repository, version, licence, forbidden_urls, code_date: date?.at ?? null }
}

/** Everything in a statement is made of interfaces, so this is rare: a body that repeats a line of some other text. */
function statementShowsCode(lines: readonly string[]): StageResult<Instance> {
  return rejected({
    stage: 'describe',
    code: 'statement-shows-code',
    message: `the statement shows ${lines.length} lines of the removed code, first: ${lines[0]}`,
    evidence: { lines: lines.slice(0, 20) },
  })
}

function hiddenTestUnparsed({ path, reason, line }: UnparsedFile): StageResult<Instance> {
  return rejected({
    stage: 'describe',
    code: 'hidden-test-unparsed',
    message: `${path} cannot be read for the names that its tests need: ${reason}`,
    evidence: { path, reason, line },
  })
}
