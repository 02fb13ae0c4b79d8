import type { Rejection } from '@quarry/core'
import type { ExplainedStep, Explanation } from '@quarry/pipeline'
import { relative } from 'node:path'
import type { Paint } from '../output.ts'
import { renderInstance } from './mine-summary.ts'
import { columns, indent } from './words.ts'

const headlines = {
  instance: 'became an instance',
  rejected: 'was rejected',
  undecided: 'is undecided: the last run did not finish it',
  repository: 'was mined',
} as const

/** What `quarry explain` prints: the verdict, its evidence, and the way there. */
export function renderExplanation(explanation: Explanation, cwd: string, paint: Paint): string {
  const { subject, outcome, rejection, instance, candidates, steps } = explanation
  return [
    `${paint('bold', subject)} ${headlines[outcome]}`,
    ...(rejection === null ? [] : ['', ...renderRejection(rejection, paint)]),
    ...(instance === null ? [] : ['', ...indent(renderInstance(instance, cwd, paint))]),
    ...(candidates.length === 0 ? [] : ['', ...indent(renderCandidates(candidates))]),
    '',
    '  the way here',
    ...indent(
      steps.flatMap((step) => renderStep(step, cwd, paint)),
      4,
    ),
  ].join('\n')
}

function renderRejection(rejection: Rejection, paint: Paint): string[] {
  return indent([
    `${paint('yellow', `${rejection.stage} ${rejection.code}`)}: ${rejection.message}`,
    ...Object.entries(rejection.evidence).flatMap(([name, value]) => renderEvidence(name, value)),
  ])
}

/** Texts, lists and tables read as lines, long ones shortened: `--json` has them whole. */
function renderEvidence(name: string, value: unknown): string[] {
  if (typeof value === 'string' && !value.includes('\n')) return [`  ${name}: ${value}`]
  if (typeof value === 'string') return [`  ${name}:`, ...indent(value.trimEnd().split('\n'), 4)]
  if (Array.isArray(value)) return [`  ${name}:`, ...indent(firstFew(value.map(shortText)), 4)]
  if (typeof value === 'object' && value !== null) {
    const rows = Object.entries(value).map(([key, each]) => `${key}: ${shortText(each)}`)
    return [`  ${name}:`, ...indent(firstFew(rows), 4)]
  }
  return [`  ${name}: ${shortText(value)}`]
}

const mostLines = 20

function firstFew(lines: readonly string[]): string[] {
  const more = lines.length - mostLines
  return more <= 0 ? [...lines] : [...lines.slice(0, mostLines), `and ${more} more`]
}

function shortText(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value)
}

function renderCandidates(candidates: Explanation['candidates']): string[] {
  return columns(candidates.map(({ candidate, outcome, detail }) => [candidate, outcome, detail]))
}

function renderStep(step: ExplainedStep, cwd: string, paint: Paint): string[] {
  const state = step.state === 'rejected' ? paint('yellow', step.state) : step.state
  const artifact = step.artifact === null ? '' : `  ${paint('dim', relative(cwd, step.artifact))}`
  return [`${step.stage}: ${state}${artifact}`, ...indent(step.facts)]
}
