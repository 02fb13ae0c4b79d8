// Whether the trace tells which tests fail: the cuts of an out folder are carved with every object hollowed, their F2P
// files run, and each stable pass is compared with what was predicted.
//
//   node --conditions=quarry-source bench/agreement.ts [OPTIONS] [NAME...]
//
//   --out DIR          what a panel run left: its observations and cuts; the carved trees are added to it
//   --sandbox KIND     auto, local or docker: the one that the folder was mined with
//   --json FILE        default: OUT/agreement.json
import { writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { listRepos, loadRepo } from '@quarry/core'
import { readRecords, runTogether, type Workspace } from '@quarry/pipeline'
import { type CandidateAgreement, checkCandidate } from './agreement-candidate.ts'
import { inWorkspace, print, repositoryRoot, tell } from './in-workspace.ts'
import { percent, table } from './markdown.ts'
import { sum } from './statistics.ts'

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    out: { type: 'string', default: 'out' },
    sandbox: { type: 'string', default: 'auto' },
    json: { type: 'string' },
  },
})
const out = resolve(values.out)
const names = positionals.length > 0 ? positionals : await listRepos(repositoryRoot)

const found = await inWorkspace({ out, sandbox: values.sandbox }, compareAll)
await writeFile(values.json ?? join(out, 'agreement.json'), `${JSON.stringify(found, null, 2)}\n`)
print(render(found))

interface RepositoryAgreement {
  readonly name: string
  readonly candidates: readonly CandidateAgreement[]
}

async function compareAll(workspace: Workspace): Promise<RepositoryAgreement[]> {
  const records = (await readRecords(out)).filter(({ repository }) => names.includes(repository))
  const all: RepositoryAgreement[] = []
  for (const { repository: name, candidates } of records) {
    const definition = await loadRepo(repositoryRoot, name)
    const compared = await runTogether(
      candidates,
      workspace.concurrency,
      workspace.signal,
      (candidate, signal) => checkCandidate({ ...workspace, signal }, definition, candidate),
    )
    all.push({ name, candidates: compared.filter((one) => one !== null) })
    tell(`${name}: ${all.at(-1)?.candidates.length} cuts compared`)
  }
  return all
}

function render(repositories: readonly RepositoryAgreement[]): string {
  const everything = { name: 'all', candidates: repositories.flatMap(({ candidates }) => candidates) }
  const head = ['repository', 'cuts', 'points', 'predicted to fail', 'failed', 'agreeing', 'share']
  const rows = [...repositories, everything].map(rowOf)
  const differing = everything.candidates.flatMap(differences)
  return [table(head, rows), ...(differing.length === 0 ? [] : [differing.join('\n')])].join('\n\n')
}

function rowOf({ name, candidates }: RepositoryAgreement): string[] {
  const agreements = candidates.flatMap((one) => (one.kind === 'compared' ? [one.agreement] : []))
  const total = (key: 'points' | 'predicted' | 'observed' | 'agreeing') =>
    sum(agreements.map((agreement) => agreement[key]))
  const counts = [
    agreements.length,
    total('points'),
    total('predicted'),
    total('observed'),
    total('agreeing'),
  ]
  return [name, ...counts.map(String), percent(total('agreeing') / total('points'), 2)]
}

function differences(one: CandidateAgreement): string[] {
  if (one.kind === 'refused') return [`- ${one.candidate}: not compared: ${one.reason}`]
  return one.agreement.disagreements.map(
    ({ id, predicted, observed, why }) => `- ${id}: predicted that it ${predicted}, ${observed}: ${why}`,
  )
}
