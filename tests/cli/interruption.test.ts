import type { QuarryEvent } from '@quarry/core'
import { chmod, cp, mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { userInfo } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { execa } from 'execa'
import { expect, test } from 'vitest'
import { programFile } from '../support/run-quarry.ts'
import { temporaryDirectory } from '../support/temporary-directory.ts'

const wordkit = fileURLToPath(new URL('../fixtures/end-to-end/wordkit', import.meta.url))

test(
  'Ctrl-C leaves nothing running or lying about, and the next run goes on',
  { timeout: 300_000 },
  async () => {
    const home = await temporaryDirectory()
    const temporary = join(home, 'tmp')
    await mkdir(temporary)
    await chmod(temporary, 0o1777)
    await writeFile(
      join(home, 'pipeline.config.ts'),
      'export default { minCarvedLines: 20, minF2pPoints: 5, p2pFiles: 3 }\n',
    )
    await cp(wordkit, join(home, 'wordkit'), { recursive: true })

    for (const stage of ['environment', 'observe']) {
      const { exitCode, stdout, stderr } = await mineUntil(
        home,
        temporary,
        `"type":"stage-started","stage":"${stage}"`,
      )
      expect({
        exitCode,
        stdout,
        said: stderr.split('\n').filter((line) => line.startsWith('quarry: ')),
        running: await processesNaming(temporary),
        lyingAbout: await readdir(join(temporary, `quarry-${userInfo().uid}`, 'runs')),
      }).toEqual({
        exitCode: 130,
        stdout: '',
        said: [
          'quarry: interrupted: ending what runs; finished work is kept, and the same command goes on from there',
        ],
        running: [],
        lyingAbout: [],
      })
    }

    const { exitCode, stderr } = await mine(home, temporary)
    const finished = stderr.split('\n').filter((line) => line.includes('"type":"stage-finished"'))
    const cached = finished.map((line): QuarryEvent => JSON.parse(line)).filter(isCached)
    expect({ exitCode, cached: cached.map((event) => event.stage) }).toEqual({
      exitCode: 0,
      cached: ['source', 'environment'],
    })
  },
)

function isCached(event: QuarryEvent): event is Extract<QuarryEvent, { type: 'stage-finished' }> {
  return event.type === 'stage-finished' && event.cached
}

function mine(home: string, temporary: string) {
  return execa(process.execPath, [programFile, 'mine', 'path:wordkit', '--progress', 'json', '--json'], {
    cwd: home,
    env: { TMPDIR: temporary, NO_COLOR: '1' },
    reject: false,
  })
}

/** Mines, and interrupts shortly after a text has come on stderr, so that the stage has something running. */
async function mineUntil(home: string, temporary: string, text: string) {
  const running = mine(home, temporary)
  let seen = ''
  running.stderr.on('data', (chunk: Buffer) => {
    const before = seen.includes(text)
    seen += chunk.toString()
    if (!before && seen.includes(text)) setTimeout(() => running.kill('SIGINT'), 1000)
  })
  return running
}

/** Command lines of all processes of this machine that name a path. */
async function processesNaming(path: string): Promise<string[]> {
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name))
  const commands = await Promise.all(
    pids.map((pid) => readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')),
  )
  return commands.filter((command) => command.includes(path))
}
