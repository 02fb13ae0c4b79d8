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
import { listRepos, loadRepo, type RepositoryDefinition } from '@quarry/core'
import { mineRepositories, openArchive, type Workspace } from '@quarry/pipeline'
import { inWorkspace, print, repositoryRoot, tell } from './in-workspace.ts'
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
const out = resolve(values.out)
const names = positionals.length > 0 ? positionals : await listRepos(repositoryRoot)

const place = { out, sandbox: values.sandbox }

if (values.environments) await inWorkspace(place, buildEnvironments)
else {
  if (!values['report-only']) await inWorkspace(place, mineOneByOne)
  await report()
}

async function definitionOf(name: string): Promise<RepositoryDefinition> {
  const definition = await loadRepo(repositoryRoot, name)
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
  const found = await reportPanel(await openArchive(repositoryRoot, out), repositoryRoot, names)
  const markdown = renderPanel(found)
  await writeFile(values.markdown ?? join(out, 'panel.md'), markdown)
  await writeFile(values.json ?? join(out, 'panel.json'), `${JSON.stringify(found, null, 2)}\n`)
  process.stdout.write(markdown)
}
