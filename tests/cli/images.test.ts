import type { ImageReport } from '@quarry/pipeline'
import Docker from 'dockerode'
import { execa } from 'execa'
import { createWriteStream } from 'node:fs'
import { mkdir, readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { setTimeout as wait } from 'node:timers/promises'
import { pack } from 'tar-stream'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { engineAnswers } from '../sandbox/engine.ts'
import { baseImage } from '../sandbox/openers.ts'
import { programFile, runQuarry } from '../support/run-quarry.ts'
import { type ImagesPlace, openImagesPlace } from './images-place.ts'

const [needed, unneeded, busy] = ['a', 'b', 'c'].map((letter) => letter.repeat(64)) as [
  string,
  string,
  string,
]

describe.runIf(await engineAnswers())('quarry images', { timeout: 120_000 }, () => {
  let place: ImagesPlace
  /** Holds the image of `busy`, without running. */
  let container: Docker.Container | null = null
  beforeAll(async () => {
    place = await openImagesPlace()
    await place.build(needed, 'alpha 1.0')
    await place.build(unneeded, 'alpha 0.9')
    await place.build(busy, 'beta 2.0')
    await place.record(needed, 'alpha', 'local__alpha.lv1')
    await place.record('d'.repeat(64), 'gone', 'local__gone.lv1')
    container = await new Docker().createContainer({
      Image: `${place.prefix}-environment:${busy}`,
      name: `${place.prefix}-user`,
      HostConfig: { NetworkMode: 'none' },
    })
  }, 240_000)
  afterAll(async () => {
    await container?.remove()
    await place.close()
  })

  const quarry = (...argv: readonly string[]) => runQuarry(place.home, 'images', ...argv)

  async function kept(): Promise<(string | null)[]> {
    const { stdout } = await quarry('list', '--json')
    const { images }: ImageReport = JSON.parse(stdout)
    return images.map(({ kind, tag }) => (kind === 'environment' ? tag : kind))
  }

  /** A tar file with these texts in it. */
  async function writeTar(name: string, files: Readonly<Record<string, unknown>>): Promise<string> {
    const archive = pack()
    for (const [path, content] of Object.entries(files))
      archive.entry({ name: path }, JSON.stringify(content))
    archive.finalize()
    await pipeline(archive, createWriteStream(join(place.home, name)))
    return name
  }

  test('list shows what was made, for what, and what it takes', async () => {
    const { status, stdout, stderr } = await quarry('list', '--json')
    const report: ImageReport = JSON.parse(stdout)
    const runtime = report.images.find(({ kind }) => kind === 'runtime')
    const own = report.images.map(({ own_bytes }) => own_bytes)
    const environment = (tag: string, title: string) => ({
      kind: 'environment',
      id: expect.stringMatching(/^sha256:[0-9a-f]{64}$/),
      name: `${place.prefix}-environment:${tag}`,
      tag,
      title,
      python: expect.stringMatching(/^3\.11\.\d+$/),
      base: baseImage('3.11'),
      from: runtime?.id,
      own_bytes: expect.any(Number),
      shared_bytes: expect.any(Number),
      created: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.000Z$/),
      containers: [],
      repositories: [],
    })
    expect({ status, stderr, report }).toEqual({
      status: 0,
      stderr: '',
      report: {
        engine: process.env['DOCKER_HOST'] ?? expect.any(String),
        out: join(place.home, 'out'),
        images: [
          environment(unneeded, 'alpha 0.9'),
          { ...environment(needed, 'alpha 1.0'), repositories: ['alpha'] },
          { ...environment(busy, 'beta 2.0'), containers: [`${place.prefix}-user`] },
          {
            ...environment('', baseImage('3.11')),
            kind: 'runtime',
            name: expect.stringMatching(new RegExp(`^${place.prefix}-runtime:v\\d+-[0-9a-f]{24}$`)),
            tag: null,
            from: expect.stringMatching(/^sha256:[0-9a-f]{64}$/),
          },
        ],
        environment_bytes: own.slice(0, 3).reduce((sum, bytes) => sum + bytes, 0),
        budget_bytes: 2e9,
      },
    })
    // A layer of a few files over a whole system.
    expect(report.images.every(({ own_bytes, shared_bytes }) => own_bytes < shared_bytes / 10)).toBe(true)
    expect(Math.min(...own.slice(0, 3))).toBeGreaterThan(0)
  })

  test('list in words', async () => {
    const { stdout } = await quarry('list')
    const told = stdout
      .replaceAll(/\d+(\.\d)? [kMG]?B/g, 'SIZE')
      .replaceAll(/\d{4}-\d\d-\d\d \d\d:\d\d/g, 'DATE')
      .replaceAll(/ +/g, ' ')
      .replaceAll(/3\.11\.\d+/g, '3.11.x')
      .replace(/v\d+-[0-9a-f]{24}/, 'NAME')
      .replace(/^engine: .*$/m, 'engine: WHERE')
    const base = baseImage('3.11')
    expect(told).toBe(`\
environment made for repositories python base own shared created
bbbbbbbbbbbb alpha 0.9 - 3.11.x ${base} SIZE SIZE DATE
aaaaaaaaaaaa alpha 1.0 alpha 3.11.x ${base} SIZE SIZE DATE
cccccccccccc beta 2.0 - 3.11.x ${base} SIZE SIZE DATE

runtime python base own shared created
NAME 3.11.x ${base} SIZE SIZE DATE

3 environments: SIZE of SIZE that they may take
1 runtime image: SIZE beyond the base images
engine: WHERE`)
  })

  test('what would be pruned is said, and nothing done', async () => {
    const before = await kept()
    const { status, stdout } = await quarry('prune', '--dry-run')
    expect({ status, told: stdout.replaceAll(/\d+ kB/g, 'SIZE').split(' on ')[0] }).toEqual({
      status: 0,
      told: `\
would be removed: 1 image (what no result below out names)
  environment  bbbbbbbbbbbb  alpha 0.9  SIZE
kept, because a container uses it:
  environment  cccccccccccc  beta 2.0  ${place.prefix}-user
SIZE would be free again`,
    })
    expect(await kept()).toEqual(before)
  })

  test('results that name no environment are more likely the wrong ones: nothing is pruned', async () => {
    const before = await kept()
    expect(await quarry('prune', '--out', 'elsewhere')).toEqual({
      status: 2,
      stdout: '',
      stderr: `quarry: The results below ${place.home}/elsewhere name no environment, so every image would go. Name the folder that was mined into with --out, or remove all images that Quarry made with --all. [nothing-names-an-image]`,
    })
    expect(await kept()).toEqual(before)
  })

  test('nothing is pruned while a process mines into the folder', async () => {
    const lock = join(place.home, 'out/mining.lock')
    const started = (await execa('cut', ['-d', ' ', '-f', '22', `/proc/${process.pid}/stat`])).stdout
    await writeFile(lock, `${process.pid}.${started}\n`)
    const { status, stderr } = await quarry('prune')
    await execa('rm', [lock])
    expect({ status, code: /\[[\w-]+\]$/.exec(stderr)?.[0] }).toEqual({ status: 2, code: '[already-mining]' })
  })

  test('an interrupted export leaves nothing', async () => {
    const folder = join(place.home, 'interrupted')
    await mkdir(folder)
    const exporting = execa(process.execPath, [programFile, 'images', 'export', needed, 'it.tar'], {
      cwd: folder,
      reject: false,
    })
    while ((await readdir(folder)).length === 0) await wait(5)
    exporting.kill('SIGINT')
    const { exitCode, stdout } = await exporting
    expect({ exitCode, stdout, left: await readdir(folder) }).toEqual({ exitCode: 130, stdout: '', left: [] })
  })

  test.each([
    [['export', 'nobody', 'it.tar'], 'no-such-environment'],
    [['export', 'gone', 'it.tar'], 'image-not-there'],
    [['export', 'local__gone.lv1', 'it.tar'], 'image-not-there'],
    [['export', 'aaaaaa', 'no/such/folder/it.tar'], 'file-not-writable'],
    [['export', 'local__alpha.lv1', '/proc/it.tar'], 'file-not-writable'],
    [['import', 'nowhere.tar'], 'file-not-readable'],
    [['import', '.'], 'file-not-readable'],
    [['import', 'pipeline.config.ts'], 'not-our-image'],
  ])('%j is told apart: %s', async (argv, code) => {
    const { status, stdout, stderr } = await quarry(...argv)
    expect({ status, stdout, code: /\[([\w-]+)\]$/.exec(stderr)?.[1] }).toEqual({
      status: 2,
      stdout: '',
      code,
    })
    expect((await readdir(place.home)).filter((name) => name.includes('it.tar'))).toEqual([])
  })

  test('what is not ours is not loaded, whatever else is in the file', async () => {
    const name = `${place.prefix}-environment:${'e'.repeat(64)}`
    const config = (labels: object) => ({ config: { Labels: labels } })
    const ours = { 'quarry.kind': 'environment', 'quarry.tag': 'e'.repeat(64) }
    const image = (tag: string) => ({ Config: 'it.json', RepoTags: [tag], Layers: [] })
    const annotations = { 'io.containerd.image.name': 'docker.io/library/other:1' }
    const files = {
      foreign: { 'manifest.json': [image('busybox:latest')], 'it.json': config({}) },
      disguised: { 'manifest.json': [image(name)], 'it.json': config({ 'quarry.kind': 'environment' }) },
      renamed: { 'manifest.json': [image('busybox:latest')], 'it.json': config(ours) },
      two: { 'manifest.json': [image(name), image('busybox:latest')], 'it.json': config(ours) },
      indexed: {
        'manifest.json': [image(name)],
        'it.json': config(ours),
        'index.json': { manifests: [{ annotations }] },
      },
      without: { 'it.json': config(ours) },
    }
    const refusals: Record<string, string> = {}
    for (const [file, content] of Object.entries(files)) {
      const { stderr } = await quarry('import', await writeTar(`${file}.tar`, content))
      refusals[file] = /, and holds (.*)\. Give a file/.exec(stderr)?.[1] ?? stderr
    }
    expect(refusals).toEqual({
      foreign: 'the image busybox:latest',
      disguised: `the image ${name}`,
      renamed: 'the image busybox:latest',
      two: `${name}, busybox:latest`,
      indexed: 'also other:1',
      without: 'no image at all',
    })
    expect(await kept()).not.toContain('e'.repeat(64))
  })

  test('an image goes to a file, from the engine, and comes back', async () => {
    const exported = await quarry('export', 'alpha', 'alpha.tar', '--json')
    expect({ status: exported.status, ...JSON.parse(exported.stdout) }).toEqual({
      status: 0,
      file: join(place.home, 'alpha.tar'),
      file_bytes: expect.any(Number),
      tag: needed,
      name: `${place.prefix}-environment:${needed}`,
      title: 'alpha 1.0',
    })
    const pruned = await quarry('prune', '--all')
    expect(pruned.stdout.replaceAll(/\d+ kB/g, 'SIZE').split(' on ')[0]).toBe(`\
removed: 2 images (all images that Quarry made)
  environment  bbbbbbbbbbbb  alpha 0.9         SIZE
  environment  aaaaaaaaaaaa  alpha 1.0, alpha  SIZE
kept, because a container uses it:
  environment  cccccccccccc  beta 2.0  ${place.prefix}-user
SIZE are free again`)
    expect(pruned.stdout.split('\n').at(-1)).toBe(
      'An environment that is needed after all is built again from its lock.',
    )
    expect(await kept()).toEqual([busy, 'runtime'])
    const name = `${place.prefix}-environment:${needed}, made for alpha 1.0`
    expect(await quarry('import', 'alpha.tar')).toEqual({ status: 0, stdout: `loaded ${name}`, stderr: '' })
    expect(await place.runIn(needed)).toBe(needed)
    expect((await quarry('import', 'alpha.tar')).stdout).toBe(
      `nothing to load, the engine already has ${name}`,
    )
    expect(await kept()).toEqual([needed, busy, 'runtime'])
  })

  test('what has lost its name goes as well; under a foreign name an image stays', async () => {
    await container?.remove()
    container = null
    const engine = new Docker()
    await engine
      .getImage(`${place.prefix}-environment:${busy}`)
      .tag({ repo: `${place.prefix}-alias`, tag: '1' })
    await place.build(unneeded, 'alpha 0.9')
    await place.build(unneeded, 'alpha 0.9') // takes the name from the first
    expect(await kept()).toEqual([unneeded, unneeded, needed, busy, 'runtime'])
    const pruned = JSON.parse((await quarry('prune', '--json')).stdout)
    const removed: ImageReport['images'] = pruned.removed
    expect(removed.map(({ tag, name }) => [tag, name !== null])).toEqual(
      expect.arrayContaining([
        [unneeded, true],
        [unneeded, false],
        [busy, true],
      ]),
    )
    const freed = removed.filter(({ tag }) => tag === unneeded)
    expect(pruned.freed_bytes).toBe(freed.reduce((sum, { own_bytes }) => sum + own_bytes, 0))
    expect(await kept()).toEqual([needed, 'runtime'])
    await engine.getImage(`${place.prefix}-alias:1`).remove()
    await quarry('prune', '--all')
    expect(await kept()).toEqual([])
  })
})
