import type { Check, DoctorReport } from '@quarry/cli'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect, test } from 'vitest'
import { runQuarryIn } from '../support/run-quarry.ts'
import { temporaryDirectory } from '../support/temporary-directory.ts'

test('a machine that runs these tests can mine; every check says what there is', async () => {
  const home = await temporaryDirectory()
  const index = join(home, 'simple')
  await mkdir(join(index, 'pip'), { recursive: true })
  await writeFile(join(index, 'pip', 'pip-24.0.tar.gz'), '')
  const { status, report } = await doctor(home, index)
  expect({ status, ready: report.ready, names: [...new Set(report.checks.map(({ name }) => name))] }).toEqual(
    {
      status: 0,
      ready: true,
      names: [
        'node',
        'git',
        'memory',
        'disk for results',
        'disk for sandboxes',
        'local sandbox',
        'protection',
        'python',
        'python versions',
        'venv and pip',
        'uv',
        'accelerator',
        'package index',
      ],
    },
  )
  expect(report.checks.filter(isMalformed)).toEqual([])
  expect(report.checks.at(-1)).toEqual({
    name: 'package index',
    state: 'ok',
    found: 'answers; its newest pip is 24.0',
    advice: null,
  })
})

test('an index that has nothing is missing, with the place that was asked', async () => {
  const home = await temporaryDirectory()
  const index = join(home, 'simple')
  await mkdir(index)
  const { status, report } = await doctor(home, index)
  expect({ status, ready: report.ready, last: report.checks.at(-1) }).toEqual({
    status: 1,
    ready: false,
    last: {
      name: 'package index',
      state: 'missing',
      found: `no package index has a project pip (asked: ${pathToFileURL(index).href})`,
      advice: 'see pip config list: Quarry uses the index that pip is set to',
    },
  })
})

test('without a compiler mining works, slower; the packages that bring one are named', async () => {
  const home = await temporaryDirectory()
  const { report } = await doctor(home, home, { CC: '/no/such/compiler' })
  expect(report.checks.find(({ name }) => name === 'accelerator')).toEqual({
    name: 'accelerator',
    state: 'limited',
    found: expect.stringMatching(/^no (compiler|Python\.h)/),
    advice: expect.stringMatching(
      /^tests are traced without it, slower; on Debian: apt install gcc libc6-dev python3\.\d+-dev$/,
    ),
  })
})

async function doctor(
  home: string,
  index: string,
  more: Readonly<Record<string, string>> = {},
): Promise<{ status: number | undefined; report: DoctorReport }> {
  const variables = {
    PIP_INDEX_URL: pathToFileURL(index).href,
    PIP_EXTRA_INDEX_URL: '',
    PIP_FIND_LINKS: '',
    PIP_CONFIG_FILE: '/dev/null',
    ...more,
  }
  const { status, stdout } = await runQuarryIn(
    { cwd: home, variables },
    'doctor',
    '--sandbox',
    'local',
    '--json',
  )
  return { status, report: JSON.parse(stdout) }
}

/** Advice comes with what is not well, and only with that. */
function isMalformed({ found, state, advice }: Check): boolean {
  return found === '' || (state === 'ok') !== (advice === null)
}
