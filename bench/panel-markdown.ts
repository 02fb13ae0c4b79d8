import { percent, table } from './markdown.ts'
import type { Yardstick } from './panel-candidate.ts'
import type { PanelReport, PanelRow, Share } from './panel-figures.ts'
import type { WallTime } from './panel-history.ts'

/** The means that FeatureBench states for its own tasks. */
const featureBench: Yardstick = {
  goldLines: 790,
  files: 15.7,
  functions: 29.2,
  f2pPoints: 62.7,
  testPoints: 302,
}

/** The panel's tables as Markdown: what came out, why the rest did not, and the figures against their targets. */
export function renderPanel({ repositories, total, rejected }: PanelReport): string {
  const parts = [
    '## What came out',
    outcomes([...repositories, total]),
    '## Rejections',
    rejections([...repositories, total]),
    ...(rejected.length === 0
      ? []
      : ['Rejected as a whole:', rejected.map(({ name, reason }) => `- ${name}: ${reason}`).join('\n')]),
    '## Size of the tasks (median / mean)',
    sizes(repositories, total),
    '## Quality of the cuts',
    quality([...repositories, total]),
  ]
  return `${parts.join('\n\n')}\n`
}

function outcomes(rows: readonly PanelRow[]): string {
  return table(
    ['repository', 'candidates', '≥ 10 points', 'instances', 'yield', 'environment', 'observe', 'whole run'],
    rows.map((row) => [
      named(row),
      `${row.candidates}`,
      `${row.eligible}`,
      `${row.validated}`,
      percent(row.yield),
      seconds(row.seconds.environment ?? null),
      seconds(row.seconds.observe ?? null),
      wall(row.wall),
    ]),
  )
}

function rejections(rows: readonly PanelRow[]): string {
  return table(
    ['repository', 'rejected by stage and code'],
    rows.map((row) => [row.name, row.rejections.map(([code, count]) => `${code} ${count}`).join(', ')]),
  )
}

function sizes(rows: readonly PanelRow[], total: PanelRow): string {
  const cells = (name: string, row: Pick<PanelRow, 'median' | 'mean'>) => [
    name,
    ...yardsticks.map((key) => `${figure(row.median[key])} / ${figure(row.mean[key])}`),
  ]
  return table(
    ['repository', 'gold lines', 'files', 'functions', 'F2P points', 'test points'],
    [
      ...rows.map((row) => cells(row.name, row)),
      cells(total.name, total),
      ['FeatureBench', ...yardsticks.map((key) => `– / ${featureBench[key]}`)],
    ],
  )
}

const yardsticks = ['goldLines', 'files', 'functions', 'f2pPoints', 'testPoints'] as const

function quality(rows: readonly PanelRow[]): string {
  return table(
    [
      'repository',
      'P2P green at first cut',
      'objects deleted',
      'reach 100 lines at all',
      'cut and carve (median)',
    ],
    rows.map((row) => [
      row.name,
      share(row.firstCutGreen),
      share(row.deleted),
      share(row.reachesLines),
      Number.isNaN(row.cutAndCarveMs) ? '–' : `${(row.cutAndCarveMs / 1000).toFixed(2)} s`,
    ]),
  )
}

function named({ name, version }: PanelRow): string {
  return version === null ? name : `${name} ${version}`
}

function share({ count, of }: Share): string {
  return of === 0 ? '–' : `${count} of ${of} (${percent(count / of)})`
}

function figure(value: number): string {
  return Number.isNaN(value) ? '–' : `${Math.round(10 * value) / 10}`
}

/** Times that are not whole, because an earlier run had done a part, are marked. */
function wall(time: WallTime | null): string {
  if (time === null) return '–'
  return time.fromStore === 0 ? seconds(time.seconds) : `> ${seconds(time.seconds)}`
}

function seconds(value: number | null): string {
  if (value === null) return '–'
  const whole = Math.round(value)
  return whole < 60 ? `${whole} s` : `${Math.floor(whole / 60)} min ${whole % 60} s`
}
