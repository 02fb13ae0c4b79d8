import type { QuarryEvent, StageName } from '@quarry/core'

/** Units done within a stage, and when the first of them was reported (milliseconds of the caller's clock). */
export interface Step {
  readonly stage: StageName
  readonly what: string
  readonly done: number
  readonly total: number
  readonly since: number
}

interface CandidateProgress {
  readonly stage: StageName
  /** Code of its rejection; a later stage of the same candidate takes it back, as when a cut is repaired. */
  readonly rejected: string | null
  readonly finished: boolean
}

export interface RepositoryProgress {
  /** The last stage of the repository itself that was started, and when; null while it waits for its turn. */
  stage: { readonly name: StageName; readonly since: number } | null
  step: Step | null
  rejected: string | null
  /** Null until the candidates are known. */
  candidatesTotal: number | null
  candidatesSince: number
  readonly candidates: Map<string, CandidateProgress>
}

/** What is going on, worked out from the events so far. */
export interface RunProgress {
  readonly repositories: Map<string, RepositoryProgress>
  scored: { readonly done: number; readonly total: number; readonly since: number } | null
}

export function startProgress(): RunProgress {
  return { repositories: new Map(), scored: null }
}

/** Takes one event in; `now` is in milliseconds. */
export function applyEvent(progress: RunProgress, event: QuarryEvent, now: number): void {
  switch (event.type) {
    case 'run-started':
      for (const name of event.repositories) repositoryOf(progress, name)
      return
    case 'stage-started':
      return applyStageStarted(progress, event.stage, event.subject, now)
    case 'stage-progress':
      return applyStageProgress(progress, event, now)
    case 'stage-finished':
      return applyStageFinished(progress, event.stage, event.subject, event.rejection?.code ?? null)
    case 'candidates-found': {
      const repository = repositoryOf(progress, event.repository)
      repository.candidatesTotal = event.total
      repository.candidatesSince = now
      return
    }
    case 'prediction-scored':
      progress.scored = { done: event.done, total: event.total, since: progress.scored?.since ?? now }
      return
    case 'notice':
    case 'instance-written':
    case 'run-finished':
      return
  }
}

/** The repository that a subject (repository name or candidate id) belongs to. */
function repositoryName(subject: string): string {
  const colon = subject.indexOf(':')
  return colon < 0 ? subject : subject.slice(0, colon)
}

function repositoryOf(progress: RunProgress, subject: string): RepositoryProgress {
  const name = repositoryName(subject)
  const known = progress.repositories.get(name)
  if (known !== undefined) return known
  const fresh: RepositoryProgress = {
    stage: null,
    step: null,
    rejected: null,
    candidatesTotal: null,
    candidatesSince: 0,
    candidates: new Map(),
  }
  progress.repositories.set(name, fresh)
  return fresh
}

function isCandidate(subject: string): boolean {
  return subject.includes(':')
}

function applyStageStarted(progress: RunProgress, stage: StageName, subject: string, now: number): void {
  const repository = repositoryOf(progress, subject)
  if (isCandidate(subject)) repository.candidates.set(subject, { stage, rejected: null, finished: false })
  else {
    repository.stage = { name: stage, since: now }
    repository.step = null
  }
}

function applyStageProgress(
  progress: RunProgress,
  event: Extract<QuarryEvent, { type: 'stage-progress' }>,
  now: number,
): void {
  if (isCandidate(event.subject)) return
  const repository = repositoryOf(progress, event.subject)
  const { stage, what, done, total } = event
  const same = repository.step?.stage === stage && repository.step.what === what
  repository.step = { stage, what, done, total, since: same ? (repository.step?.since ?? now) : now }
}

function applyStageFinished(
  progress: RunProgress,
  stage: StageName,
  subject: string,
  rejected: string | null,
): void {
  const repository = repositoryOf(progress, subject)
  if (isCandidate(subject)) {
    repository.candidates.set(subject, {
      stage,
      rejected,
      finished: rejected !== null || stage === 'describe',
    })
    return
  }
  repository.step = null
  repository.rejected = rejected
}
