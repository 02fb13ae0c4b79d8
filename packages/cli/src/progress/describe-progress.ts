import { count, duration } from '../render/words.ts'
import type { RepositoryProgress, RunProgress, Step } from './run-progress.ts'

/** One line per repository (and one for an evaluation), without colours. */
export function describeProgress(progress: RunProgress, now: number): string[] {
  const names = [...progress.repositories.keys()]
  const width = Math.max(0, ...names.map((name) => name.length))
  const lines = names.map((name) => {
    const repository = progress.repositories.get(name)
    return `${name.padEnd(width)}  ${repository === undefined ? '' : describeRepository(repository, now)}`.trimEnd()
  })
  if (progress.scored === null) return lines
  const { done, total, since } = progress.scored
  return [...lines, `${done}/${total} predictions scored${timeLeft(done, total, since, now)}`]
}

function describeRepository(repository: RepositoryProgress, now: number): string {
  if (repository.rejected !== null) return `rejected: ${repository.rejected}`
  if (repository.candidatesTotal !== null)
    return describeCandidates(repository, repository.candidatesTotal, now)
  if (repository.step !== null) return describeStep(repository.step, now)
  if (repository.stage !== null) return `${repository.stage.name}  ${duration(now - repository.stage.since)}`
  return 'waiting'
}

function describeStep(step: Step, now: number): string {
  return `${step.stage}  ${step.done}/${step.total} ${step.what}${timeLeft(step.done, step.total, step.since, now)}`
}

function describeCandidates(repository: RepositoryProgress, total: number, now: number): string {
  const candidates = [...repository.candidates.values()]
  const done = candidates.filter((candidate) => candidate.finished)
  const instances = done.filter((candidate) => candidate.rejected === null).length
  const running = candidates.filter((candidate) => !candidate.finished).map((candidate) => candidate.stage)
  return [
    `${done.length}/${total} candidates`,
    count(instances, 'instance'),
    `${done.length - instances} rejected${rejectionCounts(done)}`,
    ...(running.length === 0 ? [] : [`now: ${[...new Set(running)].join(', ')}`]),
  ]
    .join(' · ')
    .concat(timeLeft(done.length, total, repository.candidatesSince, now))
}

function rejectionCounts(done: readonly { readonly rejected: string | null }[]): string {
  const counts = new Map<string, number>()
  for (const { rejected } of done)
    if (rejected !== null) counts.set(rejected, (counts.get(rejected) ?? 0) + 1)
  if (counts.size === 0) return ''
  const sorted = [...counts].toSorted(([codeA, a], [codeB, b]) => b - a || (codeA < codeB ? -1 : 1))
  return ` (${sorted.map(([code, number]) => `${code} ${number}`).join(', ')})`
}

/** An estimate from the pace so far; nothing while there is no pace to go by. */
function timeLeft(done: number, total: number, since: number, now: number): string {
  if (done === 0 || done >= total || now - since < 2000) return ''
  return ` · about ${duration(((now - since) / done) * (total - done))} left`
}
