// How good the choice of P2P files is: for each candidate of an out folder, and for small generated problems, what the
// search finds beside the best there is, and beside files drawn by lot.
//
//   node --conditions=quarry-source bench/p2p.ts OUT [NAME...]
//
// OUT is what mining left. The best is searched for by branch and bound, which gives up after 200,000 partial choices; a
// candidate of which it cannot tell is counted as unproved, and compared with the best that it met.
import { resolve } from 'node:path'
import {
  appraise,
  choiceProblem,
  type ChoiceProblem,
  compareAppraisals,
  search,
  suiteFor,
  worth,
} from '@quarry/isolate'
import { readRecords } from '@quarry/pipeline'
import fc from 'fast-check'
import { randomChoice } from '../tests/isolate/random-choice.ts'
import { exactChoice } from './exact-choice.ts'
import { print } from './in-workspace.ts'
import { percent, table } from './markdown.ts'
import { cutQuestion, openMined } from './mined.ts'
import { mean, median } from './statistics.ts'

const [out, ...names] = process.argv.slice(2)
if (out === undefined) throw new Error('usage: bench/p2p.ts OUT [NAME...]')

const mostTried = 200_000
const lots = 20

/** Worths, and whether lines and points are enough for a task: for the files drawn by lot, how often. */
interface Comparison {
  readonly found: number
  readonly best: number
  readonly drawn: number
  readonly enough: boolean
  readonly enoughDrawn: number
  readonly isBest: boolean
  readonly proved: boolean
  readonly milliseconds: number
}

const rows = [row('generated', fc.sample(randomChoice, { seed: 5, numRuns: 1000 }).map(compare))]
const mined = await openMined(out)
for (const { repository, candidates } of await readRecords(resolve(out))) {
  if (names.length > 0 && !names.includes(repository)) continue
  const problems: ChoiceProblem[] = []
  for (const { refs } of candidates) {
    const question = await cutQuestion(mined, refs)
    if (question === null) continue
    const suite = suiteFor(question.observation, question.topLevel.test_files, question.source)
    problems.push(choiceProblem(question, suite))
  }
  // Where there is no more to choose from than is wanted, every way is the best.
  rows.push(row(repository, problems.filter(({ files, wanted }) => files.length > wanted).map(compare)))
}
await mined.trees.close()
print(
  table(
    [
      '',
      'choices',
      'proved',
      'best found',
      'gap, mean',
      'gap, largest',
      'worth of the best',
      'found',
      'by lot',
      'enough, found',
      'by lot',
      'search, median',
    ],
    rows,
  ),
)

function compare(problem: ChoiceProblem): Comparison {
  const started = performance.now()
  const choice = search(problem)
  const milliseconds = performance.now() - started
  const exact = exactChoice(problem, choice, mostTried)
  const drawn = Array.from({ length: lots }, (_, lot) => appraise(problem, draw(problem, lot)))
  return {
    found: worth(choice.appraisal),
    best: worth(exact.appraisal),
    drawn: mean(drawn.map(worth)),
    enough: choice.appraisal.enough === 2,
    enoughDrawn: drawn.filter(({ enough }) => enough === 2).length / lots,
    isBest: compareAppraisals(exact.appraisal, choice.appraisal) === 0,
    proved: exact.proved,
    milliseconds,
  }
}

/** Files in their seeded order, from another one on each time. */
function draw({ files, wanted }: ChoiceProblem, lot: number): number[] {
  return Array.from({ length: wanted }, (_, at) => (lot * wanted + at) % files.length)
}

function row(name: string, compared: readonly Comparison[]): string[] {
  const gaps = compared.map(({ best, found }) => best - found)
  const share = (some: readonly Comparison[]) => percent(some.length / compared.length)
  return [
    name,
    String(compared.length),
    share(compared.filter(({ proved }) => proved)),
    share(compared.filter(({ isBest }) => isBest)),
    mean(gaps).toFixed(4),
    Math.max(0, ...gaps).toFixed(3),
    mean(compared.map(({ best }) => best)).toFixed(3),
    mean(compared.map(({ found }) => found)).toFixed(3),
    mean(compared.map(({ drawn }) => drawn)).toFixed(3),
    share(compared.filter(({ enough }) => enough)),
    percent(mean(compared.map(({ enoughDrawn }) => enoughDrawn))),
    `${median(compared.map(({ milliseconds }) => milliseconds)).toFixed(0)} ms`,
  ]
}
