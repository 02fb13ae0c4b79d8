// How the objects of every first cut go, deleted or hollowed, and why: what `isolate` says now to what mining observed.
// Nothing is run or stored.
//
//   node --conditions=quarry-source bench/modes.ts OUT [NAME...]
//
// OUT is what mining left. A class that goes whole counts once, in brackets with every object in it. `bound` are the
// hollow ones that no refinement can delete: special methods, overrides and abstract methods of classes that stay.
// `green`: of the candidates that mining carved, those whose first cut broke no regression test.
import { resolve } from 'node:path'
import { type ExtractedObject, FeatureCut, type ObservedObject, type Refs } from '@quarry/core'
import { cutFeature } from '@quarry/isolate'
import { type CandidateRecord, readRecords } from '@quarry/pipeline'
import { print } from './in-workspace.ts'
import { percent, table } from './markdown.ts'
import { cutQuestion, openMined } from './mined.ts'
import { median, sum, tally } from './statistics.ts'

const [out, ...names] = process.argv.slice(2)
if (out === undefined) throw new Error('usage: bench/modes.ts OUT [NAME...]')

interface Modes {
  readonly objects: readonly ExtractedObject[]
  /** Observed objects in deleted classes, the classes left out. */
  readonly inside: number
  readonly leftovers: number
  readonly lines: number
  readonly milliseconds: number
}

const mined = await openMined(out)
const rows: string[][] = []
const all: Modes[] = []
const greens: boolean[] = []
for (const { repository, candidates } of await readRecords(resolve(out))) {
  if (names.length > 0 && !names.includes(repository)) continue
  const cuts: Modes[] = []
  const green: boolean[] = []
  for (const candidate of candidates) {
    cuts.push(...(await modesOf(candidate.refs)))
    green.push(...(await greenAtFirst(candidate)))
  }
  rows.push(row(repository, cuts, green))
  all.push(...cuts)
  greens.push(...green)
}
await mined.trees.close()
rows.push(row('all', all, greens))
const head = ['', 'cuts', 'objects', 'deleted', 'hollow', 'bound', 'leftovers', 'lines', 'green', 'median']
print(table(head, rows))
print('')
const hollow = all.flatMap(({ objects }) => objects.filter(({ mode }) => mode === 'hollow'))
for (const [reason, count] of tally(hollow.map(({ reason: why }) => kindOf(why))))
  print(`${String(count).padStart(6)}  ${reason}`)

async function modesOf(refs: Refs): Promise<Modes[]> {
  const question = await cutQuestion(mined, refs)
  if (question === null) return []
  const started = performance.now()
  const result = cutFeature(question)
  const milliseconds = performance.now() - started
  if (result.kind === 'rejected') return []
  const { extracted, leftovers, lines } = result.cut
  const inside = insideDeleted(extracted, question.observation.objects)
  return [{ objects: extracted, inside, leftovers: leftovers.length, lines, milliseconds }]
}

function insideDeleted(extracted: readonly ExtractedObject[], objects: readonly ObservedObject[]): number {
  const deleted = new Set(extracted.flatMap(({ id, mode }) => (mode === 'delete' ? [id] : [])))
  const classes = objects.filter(({ id, kind }) => kind === 'class' && deleted.has(id))
  const isInside = (inner: ObservedObject) =>
    classes.some(
      ({ path, line, end_line }) => inner.path === path && inner.line > line && inner.end_line <= end_line,
    )
  return objects.filter(isInside).length
}

/** Empty where nothing was carved. */
async function greenAtFirst({ refs, outcome }: CandidateRecord): Promise<boolean[]> {
  if (refs.carve === undefined) return []
  const { repairs } = await mined.store.ancestor(refs, 'isolate', FeatureCut)
  const isBroken = outcome.kind === 'rejected' && outcome.rejection.code === 'p2p-broken'
  return [repairs.length === 0 && !isBroken]
}

function row(name: string, cuts: readonly Modes[], green: readonly boolean[]): string[] {
  const objects = cuts.flatMap((cut) => cut.objects)
  const deleted = objects.filter(({ mode }) => mode === 'delete').length
  const inside = sum(cuts.map((cut) => cut.inside))
  const bound = objects.filter(({ mode, reason }) => mode === 'hollow' && isBound(reason)).length
  return [
    name,
    String(cuts.length),
    String(objects.length),
    `${percent(deleted / objects.length)} (${percent((deleted + inside) / (objects.length + inside))})`,
    String(objects.length - deleted),
    String(bound),
    String(sum(cuts.map(({ leftovers }) => leftovers))),
    String(sum(cuts.map(({ lines }) => lines))),
    `${green.filter(Boolean).length} of ${green.length}`,
    `${median(cuts.map(({ milliseconds }) => milliseconds)).toFixed(0)} ms`,
  ]
}

function isBound(reason: string): boolean {
  return /^(?:special method|overrides|abstract method)/.test(reason)
}

/** The reason without what differs from place to place. */
function kindOf(reason: string): string {
  return reason
    .replaceAll(/(by|at|in) \S+\.py(?::\d+)?/g, '$1 …')
    .replace(/(overrides|derives from|class head has|decorated by) [^,]+/, '$1 …')
    .replace(/at line \d+/, 'at …')
}
