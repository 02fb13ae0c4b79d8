import { carveFiles } from '@quarry/carve'
import { openGitTreeStore } from '@quarry/core'
import { parseModule } from '@quarry/syntax'
import { execa } from 'execa'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { temporaryDirectory } from '../support/temporary-directory.ts'
import { sourcesOf } from './carving.ts'
import { pythonText } from './python-text.ts'

interface Sample {
  readonly original: Uint8Array
  readonly carved: Uint8Array
  readonly spans: readonly { readonly start: number; readonly end: number }[]
}

/** A module and a choice of its objects, carved. */
const sample: fc.Arbitrary<Sample> = fc
  .tuple(pythonText, fc.infiniteStream(fc.constantFrom('keep', 'delete', 'hollow')))
  .map(([text, choices]) => {
    const original = new TextEncoder().encode(text)
    const parsed = parseModule('m.py', original)
    if (parsed.kind === 'unparsed') throw new Error(`${parsed.reason}, line ${parsed.line}:\n${text}`)
    const objects = parsed.module.definitions.flatMap(({ id }) => {
      const { value: mode } = choices.next()
      return mode === 'delete' || mode === 'hollow' ? [{ id, mode } as const] : []
    })
    const outcome = carveFiles(sourcesOf(new Map([['m.py', parsed]])), objects)
    if (outcome.kind === 'not-editable') throw new Error(outcome.reason)
    const [file] = outcome.files
    return { original, carved: file?.bytes ?? original, spans: file?.spans ?? [] }
  })

/** What stays between the spans, in order, and what may have been put in their place. */
function keeps({ original, carved, spans }: Sample): boolean {
  const latin1 = (bytes: Uint8Array) => Buffer.from(bytes).toString('latin1')
  const ends = [0, ...spans.map(({ end }) => end)]
  const pieces = ends.map((end, index) => latin1(original.subarray(end, spans[index]?.start)))
  const put = '(?:|pass|[ \\t]*pass\\r?\\n|\\r?\\n[ \\t]*raise NotImplementedError)'
  const pattern = pieces.map((piece) => piece.replaceAll(/[\\^$.*+?()[\]{}|]/g, '\\$&')).join(put)
  return new RegExp(`^${pattern}$`).test(latin1(carved))
}

test('bytes outside the spans are untouched', { timeout: 120_000 }, () => {
  fc.assert(
    fc.property(sample, (one) => {
      expect(keeps(one)).toBe(true)
    }),
    { numRuns: 300, seed: 1 },
  )
})

const program = `
import base64, json, sys, warnings
warnings.simplefilter('ignore')
refused = []
for number, line in enumerate(sys.stdin):
    source = base64.b64decode(line)
    try:
        compile(source, 'm.py', 'exec')
    except (SyntaxError, ValueError) as error:
        refused.append([number, str(error), source.decode()])
json.dump(refused, sys.stdout)
`

async function refusedByPython(sources: readonly Uint8Array[]): Promise<unknown> {
  const input = sources.map((source) => `${Buffer.from(source).toString('base64')}\n`).join('')
  return JSON.parse((await execa('python3', ['-c', program], { input })).stdout)
}

test('what is left compiles, and the patch back restores every byte', { timeout: 120_000 }, async () => {
  const samples = fc.sample(sample, { numRuns: 400, seed: 2 })
  expect(samples.filter(({ spans }) => spans.length > 0).length).toBeGreaterThan(100)
  expect(await refusedByPython(samples.map(({ original }) => original))).toEqual([])
  expect(await refusedByPython(samples.map(({ carved }) => carved))).toEqual([])

  const store = await openGitTreeStore(await temporaryDirectory())
  try {
    const tree = async (state: 'original' | 'carved') => {
      const blobs = await store.writeBlobs(samples.map((one) => one[state]))
      return store.writeTree(blobs.map((blob, index) => ({ path: `m${index}.py`, mode: '100644', blob })))
    }
    const [original, carved] = [await tree('original'), await tree('carved')]
    const gold = await store.diff(carved, original)
    expect(await store.apply(carved, gold)).toMatchObject({ kind: 'applied', tree: original })
  } finally {
    await store.close()
  }
})
