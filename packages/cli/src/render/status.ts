import type { RepositoryStatus, StatusReport } from '@quarry/pipeline'
import { relative } from 'node:path'
import type { Paint } from '../output.ts'
import { renderInstance } from './mine-summary.ts'
import { columns, count, indent } from './words.ts'

/** What `quarry status` prints: a table of repositories, then each one's rejections and instances. */
export function renderStatus(report: StatusReport, cwd: string, paint: Paint): string {
  const out = relative(cwd, report.out) || '.'
  if (report.repositories.length === 0)
    return `Nothing has been mined into ${out} yet. Begin with: quarry mine jinja2`
  const table = columns([
    ['repository', 'candidates', 'instances', 'rejected', 'undecided', 'got as far as'],
    ...report.repositories.map(tableRow),
  ])
  const details = report.repositories.flatMap((repository) => renderDetails(repository, cwd, paint))
  return [paint('bold', table[0] ?? ''), ...table.slice(1), ...details].join('\n')
}

function tableRow(repository: RepositoryStatus): string[] {
  const rejected = repository.rejections.reduce((sum, { candidates }) => sum + candidates, 0)
  return [
    repository.name,
    String(repository.candidates),
    String(repository.instances.length),
    String(rejected),
    String(repository.undecided),
    repository.stages.findLast(({ state }) => state === 'produced')?.stage ?? 'nothing',
  ]
}

function renderDetails(repository: RepositoryStatus, cwd: string, paint: Paint): string[] {
  const { rejection } = repository
  const lines = [
    ...(rejection === null
      ? []
      : [`${paint('yellow', `rejected by ${rejection.stage}: ${rejection.code}`)}: ${rejection.message}`]),
    ...repository.rejections.map(
      ({ stage, code, candidates }) =>
        `${paint('yellow', `${stage} ${code}`)}: ${count(candidates, 'candidate')}`,
    ),
    ...repository.instances.flatMap((instance) => renderInstance(instance, cwd, paint)),
  ]
  return lines.length === 0 ? [] : ['', paint('bold', repository.name), ...indent(lines)]
}
