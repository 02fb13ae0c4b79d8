import {
  BugError,
  CarvedTree,
  Environment,
  FeatureCut,
  Instance,
  produced,
  Snapshot,
  type Stage,
  type TreeHash,
  type TreeStore,
  ValidationReport,
} from '@quarry/core'
import type { PythonModule } from '@quarry/syntax'
import { instanceId } from './instance-id.ts'
import { describeInterfaces } from './interfaces.ts'
import { levelOneStatement } from './statement.ts'

/** Writes the level 1 task down, without a model: interfaces from the syntax tree, the rest from the proofs. */
export const describe = {
  name: 'describe',
  version: 1,
  input: ValidationReport,
  output: Instance,
  cacheKey: (input) => [input.content_hash],
  run: async (input, { store, trees }) => {
    const snapshot = await store.ancestor(input.refs, 'source', Snapshot)
    const environment = await store.ancestor(input.refs, 'environment', Environment)
    const cut = await store.ancestor(input.refs, 'isolate', FeatureCut)
    const carved = await store.ancestor(input.refs, 'carve', CarvedTree)

    const sourcePaths = new Set(cut.extracted.map((object) => object.id.slice(0, object.id.indexOf('::'))))
    const modules = await parseAll(trees, carved.trees.original, [...sourcePaths])
    const hiddenTests = await parseAll(trees, carved.trees.original, cut.f2p_files)
    const interfaces = describeInterfaces(cut, modules, [...hiddenTests.values()])
    const python = environment.python.version
    const date = snapshot.commit_date ?? snapshot.release_date
    return produced<Instance>({
      instance_id: instanceId(snapshot, cut.f2p_files, 1),
      repository: snapshot.repository,
      candidate: input.candidate,
      level: 1,
      problem_statement: levelOneStatement({ snapshot, cut, interfaces, python }),
      interfaces,
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
      python,
      version: snapshot.version,
      licence: snapshot.licence,
      code_date: date?.at ?? null,
      forbidden_urls: snapshot.forbidden_urls,
      measured: {},
    })
  },
} satisfies Stage<ValidationReport, Instance, Record<string, never>>

/** Modules of a tree by path. Those with extracted objects parsed before, when they were cut; a failure now is a bug. */
async function parseAll(
  trees: TreeStore,
  tree: TreeHash,
  paths: readonly string[],
): Promise<ReadonlyMap<string, PythonModule>> {
  const { parseTree } = await import('@quarry/syntax')
  const wanted = new Set(paths)
  const parsed = await parseTree(trees, tree, (path) => wanted.has(path))
  const modules = new Map<string, PythonModule>()
  for (const [path, result] of parsed) {
    if (result.kind === 'unparsed')
      throw new BugError(`${path} was cut, and now does not parse: ${result.reason}`, {
        code: 'describe-unparsed',
      })
    modules.set(path, result.module)
  }
  return modules
}
