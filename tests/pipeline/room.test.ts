import { path } from '@quarry/core'
import { evaluatePredictions, mineRepositories, openWorkspace, type Workspace } from '@quarry/pipeline'
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Miniature, openMiniature, openPlace } from '../end-to-end/miniature.ts'
import { runQuarryIn } from '../support/run-quarry.ts'

/** More than any machine has, in megabytes. */
const tooMuch = 1_000_000_000_000

let miniature: Miniature
let workspace: Workspace
/** Whether the disk fills up once the candidates are known. */
let willFill = false
let isFull = false

beforeAll(async () => {
  miniature = await openMiniature()
  const opened = await openWorkspace(
    {
      directory: miniature.home,
      sandbox: 'local',
      overrides: { minCarvedLines: 20, minF2pPoints: 5, p2pFiles: 1 },
    },
    {
      emit: (event) => {
        if (event.type === 'candidates-found') isFull = willFill
      },
    },
    new AbortController().signal,
  )
  const { config } = opened
  workspace = {
    ...opened,
    // The real folders, on a disk that is full once a test says so.
    config: {
      ...config,
      get limits() {
        return isFull ? { ...config.limits, freeMegabytes: tooMuch } : config.limits
      },
    },
  }
})
afterAll(async () => {
  await workspace.close()
  await miniature.remove()
})

test(
  'a disk that fills up ends the run: what is finished is kept, and nothing else is recorded',
  { timeout: 240_000 },
  async () => {
    const definition = { name: 'wordkit', source: path(join(miniature.home, 'wordkit')) }
    const mine = (candidates: readonly string[]) =>
      mineRepositories(workspace, [definition], { candidates, maxCandidates: null, refresh: false })
    await mine(['tests/test_tables.py'])
    const before = await left()
    willFill = true
    await expect(mine([])).rejects.toMatchObject({
      name: 'UserError',
      code: 'disk-nearly-full',
      message: expect.stringMatching(
        /^Only \d+(\.\d)? [GT]B are free below \/.*\/out, where results go, and 1000000 TB have to stay free \(limits\.freeMegabytes in pipeline\.config\.ts\)\. Make room there or name a folder with more room \(--out\), and run again: what is finished is kept\.$/,
      ),
    })
    expect(await left()).toEqual(before)
    await expect(evaluatePredictions(workspace, 'gold', [])).rejects.toMatchObject({
      code: 'disk-nearly-full',
    })
    expect(before).toMatchObject({ folders: [expect.stringContaining('.test_tables.')] })
  },
)

/** All that a run says of what it came to. */
async function left() {
  return {
    folders: await readdir(join(workspace.out, 'instances')),
    list: await readFile(join(workspace.out, 'instances.jsonl'), 'utf8'),
    record: JSON.parse(await readFile(join(workspace.out, 'repositories/wordkit.json'), 'utf8')),
  }
}

test('the program says so, with status 2, before it does anything', async () => {
  const { home, out, temporary } = await openPlace(miniature, 'full')
  await writeFile(
    join(home, 'pipeline.config.ts'),
    `export default { limits: { freeMegabytes: ${tooMuch} } }\n`,
  )
  const argv = ['mine', 'path:wordkit', '--out', out, '--sandbox', 'local', '--progress', 'none']
  const { status, stdout, stderr } = await runQuarryIn(
    { cwd: home, variables: { TMPDIR: temporary } },
    ...argv,
  )
  expect({ status, stdout, stderr }).toEqual({
    status: 2,
    stdout: '',
    stderr: expect.stringMatching(/^quarry: Only .* are free below .* \[disk-nearly-full\]$/),
  })
  expect((await readdir(out, { recursive: true })).filter((name) => name.endsWith('.json'))).toEqual([])
})
