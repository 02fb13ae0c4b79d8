import type { MinedInstance, MinedRejection, MinedRepository, MineSummary } from '@quarry/pipeline'
import { relative } from 'node:path'
import type { Paint } from '../output.ts'
import { columns, count, duration, indent } from './words.ts'

/** What `quarry mine` prints: the instances and where they are, and what was dropped and why. */
export function renderMineSummary(summary: MineSummary, cwd: string, paint: Paint): string {
  const blocks = summary.repositories.map((repository) => renderRepository(repository, cwd, paint))
  return `${blocks.join('\n\n')}\n\n${renderTotal(summary, cwd)}`
}

function renderRepository(repository: MinedRepository, cwd: string, paint: Paint): string {
  const { instances, rejections, failures } = repository
  const figures = [
    count(repository.candidates, 'candidate'),
    count(instances.length, 'instance'),
    `${rejections.length} rejected`,
    ...(failures.length === 0 ? [] : [`${failures.length} undecided`]),
    duration(repository.duration_ms),
    `${repository.cached_stages} of ${count(repository.stages, 'step')} from the store`,
  ]
  return [
    `${paint('bold', repository.name)}: ${figures.join(', ')}`,
    ...section(
      'instances',
      instances.flatMap((instance) => renderInstance(instance, cwd, paint)),
    ),
    ...section('rejected', renderRejections(rejections, paint)),
    ...section(
      'undecided, because the machine failed: mine again',
      failures.map(({ subject, code, message }) => `${subject}: ${message} [${code}]`),
    ),
  ].join('\n')
}

function section(title: string, lines: readonly string[]): string[] {
  return lines.length === 0 ? [] : ['', `  ${title}`, ...indent(lines, 4)]
}

/** An instance takes three lines: its id, its figures, its folder. */
export function renderInstance(instance: MinedInstance, cwd: string, paint: Paint): string[] {
  const { carved_lines, fail_to_pass, pass_to_pass } = instance
  return [
    paint('green', instance.instance_id),
    `  ${instance.candidate}: ${count(carved_lines, 'carved line')}, ${fail_to_pass} F2P and ${pass_to_pass} P2P test points`,
    `  ${relative(cwd, instance.directory)}`,
  ]
}

/** By stage and code, most frequent first. */
function renderRejections(rejections: readonly MinedRejection[], paint: Paint): string[] {
  const groups = Map.groupBy(rejections, ({ stage, code }) => `${stage} ${code}`)
  return [...groups]
    .toSorted(([a, as], [b, bs]) => bs.length - as.length || (a < b ? -1 : 1))
    .flatMap(([title, members]) => [
      `${paint('yellow', title)} (${members.length})`,
      ...indent(columns(members.map(({ candidate, message }) => [candidate, message]))),
    ])
}

function renderTotal(summary: MineSummary, cwd: string): string {
  const instances = summary.repositories.reduce((sum, { instances: mined }) => sum + mined.length, 0)
  const out = relative(cwd, summary.out) || '.'
  if (instances === 0) return 'No instance was mined. quarry explain NAME says more about what was dropped.'
  return `${count(instances, 'validated instance')} in ${out}/instances. quarry explain ID says more about one, or about what was dropped.`
}
