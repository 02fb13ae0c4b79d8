import { type CarvedPair, carveFiles, type Doubt } from '@quarry/carve'
import { parseModule } from '@quarry/syntax'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { temporaryDirectory } from '../support/temporary-directory.ts'
import { sourcesOf } from './carving.ts'
import { pythonFile } from './generator/python-file.ts'
import { judged } from './judged.ts'
import { keepsOutside } from './keeps-outside.ts'
import { newestPython } from './newest-python.ts'
import { notRestored } from './restored.ts'

interface Sample extends CarvedPair {
  readonly spans: readonly { readonly start: number; readonly end: number }[]
}

const python = await newestPython()

interface Choice {
  readonly original: Uint8Array
  /** What becomes of the objects, one after the other and over again. */
  readonly modes: readonly ('keep' | 'delete' | 'hollow')[]
}

/** A module and a choice of its objects. */
function choiceIn(minor: number): fc.Arbitrary<Choice> {
  return fc.record({
    original: pythonFile(minor),
    modes: fc.array(fc.constantFrom('keep', 'delete', 'hollow'), { minLength: 1, maxLength: 7 }),
  })
}

function carve({ original, modes }: Choice, path: string): Sample {
  const parsed = parseModule(path, original)
  if (parsed.kind === 'unparsed') {
    throw new Error(`${parsed.reason}, line ${parsed.line}:\n${Buffer.from(original).toString()}`)
  }
  const objects = parsed.module.definitions.flatMap(({ id }, index) => {
    const mode = modes[index % modes.length]
    return mode === 'delete' || mode === 'hollow' ? [{ id, mode }] : []
  })
  const outcome = carveFiles(sourcesOf(new Map([[path, parsed]])), objects)
  if (outcome.kind === 'not-editable') throw new Error(outcome.reason)
  const [file] = outcome.files
  const carved = file?.bytes ?? original
  return { module: parsed.module, original, carved, modes: outcome.modes, spans: file?.spans ?? [] }
}

test('bytes outside the spans are untouched, whatever the syntax', { timeout: 120_000 }, () => {
  fc.assert(
    fc.property(choiceIn(14), (choice) => {
      const { original, carved, spans } = carve(choice, 'm.py')
      expect(keepsOutside(original, carved, spans)).toBe(true)
    }),
    { numRuns: 200, seed: 1 },
  )
})

/** The shortest file that the judge doubts, before and after. */
function simplestOf(doubts: readonly Doubt[], samples: readonly Sample[]): object | null {
  const messages = new Map(doubts.map(({ path, message }) => [path, message]))
  const [shortest] = samples
    .filter(({ module }) => messages.has(module.path))
    .toSorted((a, b) => a.original.length - b.original.length)
  if (shortest === undefined) return null
  const [original, carved] = [shortest.original, shortest.carved].map((bytes) =>
    Buffer.from(bytes).toString(),
  )
  return { message: messages.get(shortest.module.path), original, carved }
}

test(
  'what is left is what Python’s own tree says, and the patch back restores every byte',
  { timeout: 240_000 },
  async () => {
    const choices = fc.sample(choiceIn(python.minor), { numRuns: 300, seed: 2 })
    const samples = choices.map((choice, index) => carve(choice, `m${index}.py`))
    expect(samples.filter(({ spans }) => spans.length > 0).length).toBeGreaterThan(100)
    const doubts = await judged(python.command, samples)
    expect({ doubts: doubts.length, simplest: simplestOf(doubts, samples) }).toEqual({
      doubts: 0,
      simplest: null,
    })

    expect(await notRestored(await temporaryDirectory(), samples)).toEqual([])
  },
)
