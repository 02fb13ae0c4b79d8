import type { Edit, EditKind } from './edit.ts'
import { headingAbove } from './headings.ts'
import { columnOf, indentOf, isBlank, type Layout, lineCount } from './layout.ts'

/** Whole lines that go. */
export interface Unit {
  /** From 1, inclusive. */
  readonly first: number
  readonly last: number
  /** What stands before it in its block, if anything, goes too. */
  readonly opensBlock: boolean
  /** Indentation of the `pass` that takes its place, or null. */
  readonly pass: string | null
  readonly what: EditKind
  readonly object: string | null
}

/**
 * Edits that take the lines out. Between what stays above and below, the larger gap stays, as a person would leave it:
 * no gap where a block opens or the file begins or ends, the lower gap where a block ends.
 */
export function removeUnits(layout: Layout, units: readonly Unit[]): readonly Edit[] {
  const sorted = units.toSorted((a, b) => a.first - b.first)
  return withHeadings(layout, runsOf(layout, sorted)).flatMap((run) => removeRun(layout, run))
}

/** With a heading that goes, a run may come to stand right below another one, which may then have a heading too. */
function withHeadings(layout: Layout, runs: readonly (readonly Unit[])[]): readonly (readonly Unit[])[] {
  let grew = false
  const headed = runs.flatMap(([first, ...more]) => {
    if (first === undefined) return []
    const names = [first, ...more].flatMap(({ object }) => object?.split(/::|\./).at(-2) ?? [])
    const heading = headingAbove(layout, { first: first.first, last: more.at(-1)?.last ?? first.last, names })
    grew ||= heading !== null
    return [heading === null ? first : { ...first, first: heading }, ...more]
  })
  return grew ? withHeadings(layout, runsOf(layout, headed)) : runs
}

/** Units with nothing but blank lines between them go together. */
function runsOf(layout: Layout, units: readonly Unit[]): readonly (readonly Unit[])[] {
  const runs: Unit[][] = []
  for (const unit of units) {
    const run = runs.at(-1)
    const before = run?.at(-1)
    if (run !== undefined && before !== undefined && blankBetween(layout, before.last, unit.first))
      run.push(unit)
    else runs.push([unit])
  }
  return runs
}

function blankBetween(layout: Layout, above: number, below: number): boolean {
  for (let line = above + 1; line < below; line += 1) if (!isBlank(layout, line)) return false
  return true
}

function removeRun(layout: Layout, run: readonly Unit[]): readonly Edit[] {
  const [first, last] = [run[0], run.at(-1)]
  if (first === undefined || last === undefined) return []
  const gap = gapAround(layout, first, last)
  const from = gap.keepAbove ? first.first : gap.above
  const to = gap.keepBelow ? last.last : gap.below
  return run.map((unit, index) => ({
    start: layout.lines.startOf(index === 0 ? from : unit.first),
    end: layout.lines.endOf((run[index + 1]?.first ?? to + 1) - 1),
    replacement: unit.pass === null ? '' : `${unit.pass}pass${layout.newline}`,
    what: unit.what,
    object: unit.object,
  }))
}

interface Gap {
  /** First blank line above the run, and last one below it. */
  readonly above: number
  readonly below: number
  readonly keepAbove: boolean
  readonly keepBelow: boolean
}

function gapAround(layout: Layout, first: Unit, last: Unit): Gap {
  let [above, below] = [first.first, last.last]
  while (above > 1 && isBlank(layout, above - 1)) above -= 1
  while (below < lineCount(layout) && isBlank(layout, below + 1)) below += 1
  const [blanksAbove, blanksBelow] = [first.first - above, below - last.last]
  if (first.pass !== null) return { above, below, keepAbove: false, keepBelow: below < lineCount(layout) }
  if (above === 1 || below === lineCount(layout)) return { above, below, keepAbove: false, keepBelow: false }
  const blockEnds =
    columnOf(indentOf(layout, below + 1)) < columnOf(indentOf(layout, first.first)) && !first.opensBlock
  const keepAbove = first.opensBlock || (!blockEnds && blanksAbove >= blanksBelow)
  return { above, below, keepAbove, keepBelow: !keepAbove }
}
