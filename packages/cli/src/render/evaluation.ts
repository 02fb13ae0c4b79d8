import type { EvaluationSummary } from '@quarry/evaluate'
import type { Paint } from '../output.ts'
import { count, indent, percent } from './words.ts'

type InstanceOutcome = EvaluationSummary['instances'][number]

/** Points that did not pass are named up to this number for each instance; --json has them all. */
const shownPoints = 5

/** What `quarry eval` prints: the two rates, then each instance. */
export function renderEvaluation(summary: EvaluationSummary, paint: Paint): string {
  return [
    renderRates(summary, paint),
    '',
    ...summary.instances.flatMap((instance) => renderOutcome(instance, paint)),
  ].join('\n')
}

/** Without an instance that was scored there is no rate: 0 % would be a verdict. */
function renderRates({ resolved_rate, passed_rate, instances }: EvaluationSummary, paint: Paint): string {
  const errors = instances.filter(({ status }) => status === 'error').length
  if (resolved_rate === null || passed_rate === null)
    return `${paint('bold', 'not scored')}  ${count(errors, 'instance')}, because the machine failed`
  const rates = `resolved ${percent(resolved_rate)}  passed ${percent(passed_rate)}`
  const unscored = errors === 0 ? '' : `, ${errors} not scored because the machine failed`
  return `${paint('bold', rates)}  of ${count(instances.length - errors, 'instance')}${unscored}`
}

function renderOutcome(outcome: InstanceOutcome, paint: Paint): string[] {
  switch (outcome.status) {
    case 'scored':
    case 'empty-patch':
      return renderScored(outcome, paint)
    case 'no-prediction':
      return [`${paint('yellow', 'no prediction')}  ${outcome.instance_id}`]
    case 'malformed-patch':
    case 'patch-conflict':
      return [
        `${paint('yellow', outcome.status)}  ${outcome.instance_id}`,
        ...indent([outcome.message, ...outcome.notes]),
      ]
    case 'error':
      return [
        `${paint('red', 'not scored')}  ${outcome.instance_id}`,
        ...indent([`${outcome.message} [${outcome.code}]`]),
      ]
  }
}

function renderScored(
  outcome: Extract<InstanceOutcome, { status: 'scored' | 'empty-patch' }>,
  paint: Paint,
): string[] {
  const { score } = outcome
  const groups = [
    ['F2P', score.fail_to_pass],
    ['guard', score.guard],
    ['P2P', score.pass_to_pass],
  ] as const
  const figures = groups.map(([name, group]) => `${name} ${group.passed}/${group.total}`).join(', ')
  const notPassed = groups.flatMap(([name, group]) =>
    group.not_passed.map((point) => `${name} ${point.id}: ${point.outcome}`),
  )
  const verdict = score.resolved ? paint('green', 'resolved') : paint('yellow', 'not resolved')
  return [
    `${verdict}  ${outcome.instance_id}`,
    ...indent([
      `${figures}${outcome.status === 'empty-patch' ? ' (the patch was empty)' : ''}`,
      ...(outcome.undone.length === 0 ? [] : [`put back from the original: ${outcome.undone.join(', ')}`]),
      ...outcome.notes,
      ...notPassed.slice(0, shownPoints),
      ...(notPassed.length > shownPoints ? [`and ${notPassed.length - shownPoints} more`] : []),
    ]),
  ]
}
