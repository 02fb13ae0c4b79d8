// How long it takes to decide the cut of a candidate and to carve it, once the graph is loaded, and the memory that the
// process takes for it. Each candidate twice: the second time, with everything read that its repository's others read too,
// counts. Of what mining left in OUT, trees and patches are written again, artifacts are not.
//
//   node --conditions=quarry-source bench/cut.ts OUT NAME...
import { resolve } from 'node:path'
import { carve } from '@quarry/carve'
import { contentHash, FeatureCut, type Refs, type StageContext, TopLevelObjects } from '@quarry/core'
import { isolate } from '@quarry/isolate'
import { readRecords, type Workspace } from '@quarry/pipeline'
import { inWorkspace, print } from './in-workspace.ts'
import { table } from './markdown.ts'
import { cutSettings } from './mined.ts'
import { median } from './statistics.ts'

const [out, ...names] = process.argv.slice(2)
if (out === undefined || names.length === 0) throw new Error('usage: bench/cut.ts OUT NAME...')

interface Times {
  readonly cutMs: number
  readonly carveMs: number
}

await inWorkspace({ out: resolve(out), sandbox: 'local' }, async (workspace) => {
  const rows: string[][] = []
  for (const { repository, candidates } of await readRecords(workspace.out)) {
    if (!names.includes(repository)) continue
    const times: Times[] = []
    for (const { refs } of candidates) {
      await timeOf(refs, workspace)
      times.push(...(await timeOf(refs, workspace)))
    }
    rows.push(row(repository, times))
  }
  print(table(['', 'carved', 'cut', 'carve', 'both', 'slowest', 'peak memory'], rows))
})

/** Empty for a candidate that has no cut. */
async function timeOf(refs: Refs, workspace: Workspace): Promise<Times[]> {
  if (refs.detect === undefined) return []
  const topLevel = await workspace.store.ancestor(refs, 'detect', TopLevelObjects)
  const started = performance.now()
  const decided = await isolate.run(topLevel, contextOf(workspace, cutSettings))
  const between = performance.now()
  if (decided.kind === 'rejected') return []
  const unhashed = { ...decided.artifact, candidate: 'bench/cut', schema_version: 1 as const, refs }
  const cut = FeatureCut.parse({ ...unhashed, content_hash: contentHash(unhashed) })
  const carving = performance.now()
  await carve.run(cut, contextOf(workspace, { maxCarvedLines: cutSettings.maxCarvedLines }))
  return [{ cutMs: between - started, carveMs: performance.now() - carving }]
}

function contextOf<S>(workspace: Workspace, settings: S): StageContext<S> {
  const { signal, store, trees, sandbox, events } = workspace
  const sandboxes = { current: sandbox }
  return { settings, signal, store, trees, sandboxes, events, model: null, subject: 'bench/cut' }
}

function row(name: string, times: readonly Times[]): string[] {
  const both = times.map(({ cutMs, carveMs }) => cutMs + carveMs)
  const peak = process.resourceUsage().maxRSS / 1024
  return [
    name,
    String(times.length),
    milliseconds(median(times.map(({ cutMs }) => cutMs))),
    milliseconds(median(times.map(({ carveMs }) => carveMs))),
    milliseconds(median(both)),
    milliseconds(Math.max(...both)),
    `${peak.toFixed(0)} MB`,
  ]
}

function milliseconds(value: number): string {
  return `${value.toFixed(0)} ms`
}
