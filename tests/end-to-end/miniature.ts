import { execa } from 'execa'
import { chmod, cp, mkdir, mkdtemp, readdir, readFile, realpath, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { programFile } from '../support/run-quarry.ts'

const wordkit = fileURLToPath(new URL('../fixtures/end-to-end/wordkit', import.meta.url))

/** A workspace that has one small package. */
export interface Miniature {
  readonly home: string
  remove(): Promise<void>
}

export async function openMiniature(): Promise<Miniature> {
  const home = await mkdtemp(join(await realpath(tmpdir()), 'quarry-test-'))
  await chmod(home, 0o755)
  // Thresholds for a miniature: the real ones ask for features of a hundred lines.
  const config = 'export default { minCarvedLines: 20, minF2pPoints: 5, p2pFiles: 3 }\n'
  await writeFile(join(home, 'pipeline.config.ts'), config)
  await cp(wordkit, join(home, 'wordkit'), { recursive: true })
  return { home, remove: () => rm(home, { recursive: true, force: true }) }
}

/** Where one run, or several after each other, leave what they make. */
export interface Place {
  readonly home: string
  /** Below it are the two others, and nothing that another place uses. */
  readonly top: string
  readonly out: string
  /** The system's temporary folder, as far as the program knows. */
  readonly temporary: string
}

export async function openPlace({ home }: Miniature, name: string): Promise<Place> {
  const top = join(home, name)
  const temporary = join(top, 'tmp')
  await mkdir(temporary, { recursive: true })
  await chmod(temporary, 0o1777)
  return { home, top, out: join(top, 'out'), temporary }
}

/** Mines; every event comes as a line of JSON on stderr. */
export function mine({ home, out, temporary }: Place, source = 'path:wordkit', ...more: readonly string[]) {
  const argv = ['mine', source, '--out', out, '--progress', 'json', '--json', ...more]
  return execa(process.execPath, [programFile, ...argv], {
    cwd: home,
    env: { TMPDIR: temporary, NO_COLOR: '1' },
    reject: false,
  })
}

export type Mining = ReturnType<typeof mine>

/** Resolves when the text has come on stderr; fails when the program ends before. */
export function untilItSays(mining: Mining, text: string): Promise<void> {
  let seen = ''
  return new Promise((resolve, reject) => {
    mining.stderr.on('data', (chunk: Buffer) => {
      seen += chunk.toString()
      if (seen.includes(text)) resolve()
    })
    mining.stderr.on('end', () => reject(new Error(`it ended without '${text}':\n${seen}`)))
  })
}

/** All that two runs over the same must have in common. */
export async function outcomeOf({ out }: Place): Promise<unknown> {
  const lines = (await readFile(join(out, 'instances.jsonl'), 'utf8')).trim().split('\n')
  return {
    instances: lines.map((line) => ({ ...JSON.parse(line), measured: null })),
    files: (await readdir(join(out, 'instances'), { recursive: true })).toSorted(),
    record: JSON.parse(await readFile(join(out, 'repositories/wordkit.json'), 'utf8')),
    artifacts: await contentHashes(join(out, 'artifacts')),
  }
}

/** By file: the content hash of the artifact, or the rejection. */
async function contentHashes(directory: string): Promise<Record<string, unknown>> {
  const names = (await readdir(directory, { recursive: true })).filter((name) => name.endsWith('.json'))
  const pairs = names.toSorted().map(async (name) => {
    const stored = JSON.parse(await readFile(join(directory, name), 'utf8'))
    return [name, stored.artifact?.content_hash ?? stored.rejection] as const
  })
  return Object.fromEntries(await Promise.all(pairs))
}
