// What the whole observe stage takes (two collections, the outcome runs, one traced run) as a multiple of one plain serial
// `pytest` of the same test files in the same sandbox, and how large its artifact is.
//
//   node --conditions=quarry-source bench/observe.ts [--out DIR] [--sandbox KIND] [--rounds N] REPOSITORY…
import { parseArgs } from 'node:util'
import { gzipSync } from 'node:zlib'
import {
  canonicalJson,
  type Environment,
  loadRepos,
  type Observation,
  type Sandbox,
  type Snapshot,
  type Testbed,
  unpackObservation,
} from '@quarry/core'
import { observe } from '@quarry/observe'
import { stageSettings, type Workspace } from '@quarry/pipeline'
import { openTestbed } from '@quarry/testrun'
import { inWorkspace, print, repositoryRoot, tell } from './in-workspace.ts'
import { table } from './markdown.ts'
import { tryEnvironment } from './panel-environments.ts'
import { median, sum } from './statistics.ts'

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    out: { type: 'string', default: 'out' },
    sandbox: { type: 'string', default: 'local' },
    rounds: { type: 'string', default: '3' },
  },
})

interface Round {
  readonly plainMs: number
  readonly stageMs: number
  readonly observation: ObservationDraft
}

type ObservationDraft = Omit<Observation, 'schema_version' | 'refs' | 'content_hash'>

await inWorkspace({ out: values.out, sandbox: values.sandbox }, async (workspace) => {
  const rows: string[][] = []
  for (const name of positionals) rows.push(await measure(workspace, name))
  print(
    table(
      [
        'repository',
        'test files',
        'points',
        'edges',
        'edge records',
        'stored',
        'unpacked in',
        'plain',
        'stage',
        'ratio',
        'tracer',
        'a process for each file',
      ],
      rows,
    ),
  )
})

async function measure(workspace: Workspace, name: string): Promise<string[]> {
  const definition = (await loadRepos(repositoryRoot)).find((each) => each.name === name)
  if (definition === undefined) throw new Error(`no repository ${name}`)
  const built = await tryEnvironment(workspace, definition)
  if (built.kind === 'rejected') return [name, built.rejection.code]
  const interpreter = await workspace.sandbox.findInterpreter(definition.python ?? null)
  const settings = stageSettings(workspace, definition, interpreter).observe
  const rounds: Round[] = []
  for (let round = 0; round < Number(values.rounds); round++) {
    const { stageMs, observation } = await runStageOnce(workspace, built, settings, name)
    const files = observation.test_files.map((file) => file.path)
    const plainMs = await runPlain(workspace, built, files)
    tell(`${name}: plain ${plainMs.toFixed(0)} ms, stage ${stageMs.toFixed(0)} ms`)
    rounds.push({ plainMs, stageMs, observation })
  }
  const alone = await runStageOnce(refusingForks(workspace), built, settings, name)
  tell(`${name}: a process from the start for each file ${alone.stageMs.toFixed(0)} ms`)
  const equal = contentOf(alone.observation) === contentOf(rounds[0]?.observation)
  return [...row(name, rounds), equal ? 'equal' : 'DIFFERENT']
}

/** The same sandbox, in which no process that would fork comes to anything: each file gets a process of its own. */
function refusingForks(workspace: Workspace): Workspace {
  const { sandbox } = workspace
  const open: Sandbox['openTestbed'] = async (spec, signal) => {
    const testbed = await sandbox.openTestbed(spec, signal)
    const run: Testbed['run'] = (command, either) =>
      testbed.run(command.argv.includes('--warm') ? { ...command, argv: ['true'] } : command, either)
    return { paths: testbed.paths, python: testbed.python, run, close: () => testbed.close() }
  }
  return { ...workspace, sandbox: { ...sandbox, openTestbed: open } }
}

function contentOf(observation: ObservationDraft | undefined): string {
  return canonicalJson({ ...observation, measured: null })
}

async function runStageOnce(
  workspace: Workspace,
  { environment, snapshot }: { environment: Environment; snapshot: Snapshot },
  settings: ReturnType<typeof stageSettings>['observe'],
  subject: string,
) {
  const began = performance.now()
  const result = await observe.run(environment, {
    settings,
    signal: workspace.signal,
    store: { ancestor: (_refs, _stage, schema) => Promise.resolve(schema.parse(snapshot)) },
    trees: workspace.trees,
    sandboxes: { current: workspace.sandbox },
    events: { emit: () => undefined },
    model: null,
    subject,
  })
  if (result.kind === 'rejected') throw new Error(result.rejection.message)
  return { stageMs: performance.now() - began, observation: result.artifact }
}

/** As somebody would run the suite by hand: one process, its own options, nothing of ours. */
async function runPlain(
  workspace: Workspace,
  { environment, snapshot }: { environment: Environment; snapshot: Snapshot },
  files: readonly string[],
): Promise<number> {
  const options = { network: 'loopback' } as const
  const testbed = await openTestbed(workspace.sandbox, environment, snapshot.tree, options, workspace.signal)
  try {
    const roots = environment.import_roots.map((root) => `${testbed.paths.testbed}/${root}`)
    const { durationMs } = await testbed.run(
      {
        argv: [
          testbed.python,
          '-m',
          'pytest',
          '-q',
          '-p',
          'no:cacheprovider',
          '--continue-on-collection-errors',
          ...environment.pytest.arguments,
          ...files,
        ],
        variables: {
          ...environment.variables,
          PYTHONPATH: [...roots, testbed.paths.site].join(':'),
          PYTHONHASHSEED: '0',
        },
        limits: { wallSeconds: 3600 },
      },
      workspace.signal,
    )
    return durationMs
  } finally {
    await testbed.close()
  }
}

function row(name: string, rounds: readonly Round[]): string[] {
  const observation = rounds[0]?.observation
  if (observation === undefined) return [name]
  const text = JSON.stringify(observation)
  const began = performance.now()
  const suite = unpackObservation(JSON.parse(text))
  const unpackedMs = performance.now() - began
  const points = suite.test_files.flatMap((file) => file.points)
  const plain = median(rounds.map((round) => round.plainMs))
  const stage = median(rounds.map((round) => round.stageMs))
  return [
    name,
    String(suite.test_files.length),
    String(points.length),
    String(suite.edges.length),
    String(sum(points.map((point) => point.calls.length))),
    `${(text.length / 1e6).toFixed(2)} MB (${(gzipSync(text).length / 1e6).toFixed(2)} MB gzip)`,
    `${unpackedMs.toFixed(0)} ms`,
    `${(plain / 1000).toFixed(1)} s`,
    `${(stage / 1000).toFixed(1)} s`,
    (stage / plain).toFixed(2),
    JSON.stringify(observation.measured['tracer']),
  ]
}
