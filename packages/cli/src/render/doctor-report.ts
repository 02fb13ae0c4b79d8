import type { Check, DoctorReport } from '../doctor/check.ts'
import type { Paint } from '../output.ts'

const colours = { ok: 'green', limited: 'yellow', missing: 'red' } as const

/** What `quarry doctor` prints: a line for each check, with advice below where there is some. */
export function renderDoctorReport(report: DoctorReport, paint: Paint): string {
  const width = Math.max(0, ...report.checks.map(({ name }) => name.length))
  const lines = report.checks.flatMap((check) => renderCheck(check, width, paint))
  const verdict = report.ready
    ? 'This machine can mine.'
    : 'This machine cannot mine yet: something is missing.'
  return [...lines, '', verdict].join('\n')
}

function renderCheck(check: Check, width: number, paint: Paint): string[] {
  const state = paint(colours[check.state], check.state.padEnd('missing'.length))
  const line = `${state}  ${check.name.padEnd(width)}  ${check.found}`
  return check.advice === null ? [line] : [line, `${' '.repeat('missing'.length + width + 4)}${check.advice}`]
}
