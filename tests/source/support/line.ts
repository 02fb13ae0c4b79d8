import {
  openGitTreeStore,
  type Snapshot,
  type SourceRequest,
  type Draft,
  type Rejection,
  type TreeStore,
} from '@quarry/core'
import { type PinnedSource, resolveSource, source, type SourceSettings } from '@quarry/source'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import { temporaryDirectory } from '../../support/temporary-directory.ts'

export interface SourceLine {
  readonly trees: TreeStore
  resolve(request: SourceRequest, python?: string): Promise<PinnedSource>
  /** Resolves and fetches; a test that expects a snapshot fails on a rejection, and the other way round. */
  snapshot(request: SourceRequest): Promise<Draft<Snapshot>>
  rejection(request: SourceRequest): Promise<Rejection>
  /** Texts of a tree's files by path; links as `-> target`. */
  texts(tree: string): Promise<Record<string, string>>
}

/** The source package with a tree store of its own, and no settings but these of pip and git. */
export async function openSourceLine(
  variables: NodeJS.ProcessEnv = {},
  settings: Omit<SourceSettings, 'environment'> = {},
): Promise<SourceLine> {
  const top = await temporaryDirectory()
  const trees = await openGitTreeStore(join(top, 'trees.git'))
  onTestFinished(() => trees.close())
  const environment = {
    PATH: process.env['PATH'],
    HOME: top,
    PIP_CONFIG_FILE: '/dev/null',
    GIT_CONFIG_NOSYSTEM: '1',
    ...variables,
  }
  const { signal } = new AbortController()
  const run = async (request: SourceRequest) => {
    const pinned = await resolveSource(request, { trees, signal, environment })
    return source.run(
      { repository: 'demo', source: pinned },
      {
        settings: { environment, ...settings },
        signal,
        trees,
        store: { ancestor: () => Promise.reject(new Error('source has no ancestors')) },
        sandboxes: {
          get current(): never {
            throw new Error('source runs no foreign code')
          },
        },
        events: { emit() {} },
        model: null,
        subject: 'demo',
      },
    )
  }
  return {
    trees,
    resolve: (request, python) =>
      resolveSource(request, { trees, signal, environment, ...(python === undefined ? {} : { python }) }),
    async snapshot(request) {
      const result = await run(request)
      if (result.kind === 'rejected') throw new Error(`rejected: ${result.rejection.message}`)
      return result.artifact
    },
    async rejection(request) {
      const result = await run(request)
      if (result.kind === 'produced') throw new Error('produced a snapshot')
      return result.rejection
    },
    async texts(tree) {
      const entries = await trees.list(tree)
      const contents = await trees.readBlobs(entries.map(({ blob }) => blob))
      return Object.fromEntries(
        entries.map(({ path, mode }, index) => {
          const text = Buffer.from(contents[index] ?? []).toString('latin1')
          return [path, mode === '120000' ? `-> ${text}` : text]
        }),
      )
    },
  }
}
