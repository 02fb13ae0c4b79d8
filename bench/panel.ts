// Mines the panel of repositories, and writes what came of it as Markdown tables and as JSON.
//
//   node --conditions=quarry-source bench/panel.ts [OPTIONS] [NAME...]
//
//   --out DIR          everything generated; run again with the same folder, it goes on where it was
//   --python 3.11      Python for every repository
//   --sandbox KIND     auto, local or docker
//   --environments     stop after the environment, whose proof is a collection and a run of a few test files
//   --report-only      mine nothing: report what the folder holds
//   --markdown FILE    default: OUT/panel.md
//   --json FILE        default: OUT/panel.json
import { writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { listRepos, loadRepo, type QuarryEvent, type RepositoryDefinition } from '@quarry/core'
import { mineRepositories, openArchive, openWorkspace, type Workspace } from '@quarry/pipeline'
import { tryEnvironment } from './panel-environments.ts'
import { reportPanel } from './panel-figures.ts'
import { renderPanel } from './panel-markdown.ts'

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    out: { type: 'string', default: 'out' },
    python: { type: 'string' },
    sandbox: { type: 'string', default: 'auto' },
    environments: { type: 'boolean', default: false },
    'report-only': { type: 'boolean', default: false },
    markdown: { type: 'string' },
    json: { type: 'string' },
  },
})
const directory = resolve(import.meta.dirname, '..')
const out = resolve(values.out)
const names = positionals.length > 0 ? positionals : await listRepos(directory)

if (values.environments) await inWorkspace(buildEnvironments)
else {
  if (!values['report-only']) await inWorkspace(mineOneByOne)
  await report()
}

async function inWorkspace(work: (workspace: Workspace) => Promise<void>): Promise<void> {
  const interruption = new AbortController()
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => interruption.abort())
  const options = { directory, out, sandbox: sandboxKind(values.sandbox), overrides: {} }
  const workspace = await openWorkspace(options, { emit: tellOfRepositories }, interruption.signal)
  try {
    await work(workspace)
  } finally {
    await workspace.close()
  }
}

function sandboxKind(text: string): 'auto' | 'local' | 'docker' {
  if (text === 'auto' || text === 'local' || text === 'docker') return text
  throw new Error(`--sandbox ${text}: auto, local or docker`)
}

async function definitionOf(name: string): Promise<RepositoryDefinition> {
  const definition = await loadRepo(directory, name)
  return values.python === undefined ? definition : { ...definition, python: values.python }
}

/** One repository at a time, so that each has a wall time of its own. */
async function mineOneByOne(workspace: Workspace): Promise<void> {
  const options = { candidates: [], maxCandidates: null, refresh: false }
  for (const name of names) {
    const summary = await mineRepositories(workspace, [await definitionOf(name)], options)
    for (const { candidates, instances, failures } of summary.repositories)
      tell(`${name}: ${candidates} candidates, ${instances.length} instances, ${failures.length} undecided`)
  }
}

async function buildEnvironments(workspace: Workspace): Promise<void> {
  for (const name of names) {
    const row = await tryEnvironment(workspace, await definitionOf(name))
    const time = `${row.seconds.toFixed(0)} s`
    if (row.kind === 'rejected') {
      print(`${name}: ${time}, rejected: ${row.rejection.code}: ${row.rejection.message}`)
      continue
    }
    const { lock, proof } = row.environment
    const { collected, passed, not_passed } = proof
    print(
      `${name} ${row.snapshot.version}: ${time}, ${lock.length} distributions, ${collected} points collected, ` +
        `${passed} of ${passed + not_passed} tried pass`,
    )
    for (const note of row.environment.derivation.notes) print(`  ${note}`)
  }
}

async function report(): Promise<void> {
  const found = await reportPanel(await openArchive(directory, out), directory, names)
  const markdown = renderPanel(found)
  await writeFile(values.markdown ?? join(out, 'panel.md'), markdown)
  await writeFile(values.json ?? join(out, 'panel.json'), `${JSON.stringify(found, null, 2)}\n`)
  print(markdown)
}

/** One line for each stage of a repository; candidates are told of when all are done. */
function tellOfRepositories(event: QuarryEvent): void {
  if (event.type === 'notice') tell(`${event.subject}: ${event.message}`)
  if (event.type !== 'stage-finished' || event.subject.includes(':')) return
  const { subject, stage, cached, durationMs, rejection } = event
  const time = cached ? 'from the store' : `${(durationMs / 1000).toFixed(1)} s`
  tell(
    `${subject}: ${stage} ${rejection === null ? time : `rejected: ${rejection.code}: ${rejection.message}`}`,
  )
}

function print(line: string): void {
  process.stdout.write(`${line}\n`)
}

function tell(line: string): void {
  process.stderr.write(`${line}\n`)
}
