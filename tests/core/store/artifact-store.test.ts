import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Candidate, openArtifactStore, type StoredResult } from '@quarry/core'
import { expect, test } from 'vitest'
import { temporaryDirectory } from '../../support/temporary-directory.ts'

const key = 'a'.repeat(64)
const otherKey = 'b'.repeat(64)

const candidate: Candidate = {
  schema_version: 1,
  refs: { source: 'c'.repeat(64) },
  content_hash: 'd'.repeat(64),
  measured: {},
  id: 'demo:tests/test_a.py',
  repository: 'demo',
  test_files: ['tests/test_a.py'],
  stable_passes: 12,
  dated: [],
}

const rejected: StoredResult<Candidate> = {
  kind: 'rejected',
  rejection: {
    stage: 'candidate',
    code: 'too-few-f2p-points',
    message: 'only 7 F2P points, 10 needed',
    evidence: { points: 7 },
  },
}

test('artifacts and rejections come back as they were written', async () => {
  const store = await openArtifactStore(await temporaryDirectory())
  await store.write('candidate', key, { kind: 'produced', artifact: candidate })
  await store.write('candidate', otherKey, rejected)
  expect({
    artifact: await store.read('candidate', key, Candidate),
    rejection: await store.read('candidate', otherKey, Candidate),
    otherStage: await store.read('detect', key, Candidate),
    keys: await store.list('candidate'),
    noKeys: await store.list('detect'),
  }).toEqual({
    artifact: { kind: 'produced', artifact: candidate },
    rejection: rejected,
    otherStage: null,
    keys: [key, otherKey],
    noKeys: [],
  })
})

test('the file says first how it ended', async () => {
  const directory = await temporaryDirectory()
  const store = await openArtifactStore(directory)
  await store.write('candidate', key, rejected)
  const text = await readFile(join(directory, 'candidate', `${key}.json`), 'utf8')
  expect(JSON.parse(text)).toEqual({
    result: 'rejected',
    rejection: rejected.kind === 'rejected' && rejected.rejection,
  })
  expect(text.startsWith('{\n "result": "rejected"')).toBe(true)
})

test.each([
  ['half a file', '{"result": "produced", "artifact": {'],
  [
    'another schema',
    JSON.stringify({ result: 'produced', artifact: { ...candidate, stable_passes: 'many' } }),
  ],
  ['an unknown result', JSON.stringify({ result: 'lost' })],
])('a file that does not fit is named, not computed over: %s', async (_, text) => {
  const directory = await temporaryDirectory()
  const store = await openArtifactStore(directory)
  const file = join(directory, 'candidate', `${key}.json`)
  await mkdir(join(directory, 'candidate'))
  await writeFile(file, text)
  await expect(store.read('candidate', key, Candidate)).rejects.toMatchObject({
    name: 'UserError',
    code: 'artifact-unreadable',
    message: expect.stringContaining(`${file} does not hold what this version of Quarry stores; delete it`),
  })
})

test('an ancestor is read once and shared', async () => {
  const store = await openArtifactStore(await temporaryDirectory())
  await store.write('candidate', key, { kind: 'produced', artifact: candidate })
  const refs = { candidate: key }
  const [one, other] = await Promise.all([
    store.ancestor(refs, 'candidate', Candidate),
    store.ancestor(refs, 'candidate', Candidate),
  ])
  expect(one).toEqual(candidate)
  expect(other).toBe(one)
})

test.each([
  ['not named', {}],
  ['not stored', { candidate: otherKey }],
  ['a rejection', { candidate: key }],
])('an ancestor that is %s is a bug', async (_, refs) => {
  const store = await openArtifactStore(await temporaryDirectory())
  await store.write('candidate', key, rejected)
  await expect(store.ancestor(refs, 'candidate', Candidate)).rejects.toMatchObject({
    name: 'BugError',
    code: 'ancestor-missing',
  })
})

test('an ancestor that was missing is looked for again', async () => {
  const store = await openArtifactStore(await temporaryDirectory())
  await expect(store.ancestor({ candidate: key }, 'candidate', Candidate)).rejects.toThrow('not in the store')
  await store.write('candidate', key, { kind: 'produced', artifact: candidate })
  expect(await store.ancestor({ candidate: key }, 'candidate', Candidate)).toEqual(candidate)
})

test('writing the same result many times at once leaves one whole file', async () => {
  const directory = await temporaryDirectory()
  const store = await openArtifactStore(directory)
  await Promise.all(
    Array.from({ length: 8 }, () => store.write('candidate', key, { kind: 'produced', artifact: candidate })),
  )
  expect(await readdir(join(directory, 'candidate'))).toEqual([`${key}.json`])
  expect(await store.read('candidate', key, Candidate)).toEqual({ kind: 'produced', artifact: candidate })
})

test('a key that is no hash never becomes a path', async () => {
  const store = await openArtifactStore(await temporaryDirectory())
  await expect(store.write('candidate', '../../evil', rejected)).rejects.toMatchObject({
    code: 'key-invalid',
  })
})
