import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { carve } from '@quarry/carve'
import {
  type CarvedTree,
  type Environment,
  type FeatureCut,
  type Observation,
  openGitTreeStore,
  type Snapshot,
  type StageResult,
  type TreeHash,
  type TreeStore,
} from '@quarry/core'
import { expect, test } from 'vitest'
import { subprocessSandbox } from '../support/subprocess-sandbox.ts'
import { temporaryDirectory } from '../support/temporary-directory.ts'

const fixture = fileURLToPath(new URL('../fixtures/carve-stage/scales', import.meta.url))

async function carveScales<T>(
  extracted: Record<string, 'delete' | 'hollow'>,
  check: (result: StageResult<CarvedTree>, trees: TreeStore, original: TreeHash) => Promise<T>,
): Promise<T> {
  const trees = await openGitTreeStore(join(await temporaryDirectory(), 'trees.git'))
  try {
    const { tree } = await trees.importDirectory(fixture, (path) => !path.includes('__pycache__'))
    const result = await carve.run(cutOf(extracted), {
      settings: { maxCarvedLines: 5000 },
      signal: new AbortController().signal,
      store: {
        ancestor: (_refs, stage) => Promise.resolve(ancestors(tree)[stage] as never),
      },
      trees,
      sandboxes: { current: subprocessSandbox(trees) },
      events: { emit: () => undefined },
      model: null,
      subject: 'scales:tests/test_weigh.py',
    })
    return await check(result, trees, tree)
  } finally {
    await trees.close()
  }
}

function ancestors(tree: TreeHash): Partial<Record<string, unknown>> {
  return {
    source: { repository: 'scales', tree } satisfies Partial<Snapshot>,
    environment: {
      import_roots: ['src'],
      overlay: null,
      site: null,
      tag: 'tests',
      python: { version: '3.11.2', implementation: 'cpython', checked_as: 'tester' },
    } satisfies Partial<Environment>,
    observe: { test_code: ['tests/test_other.py', 'tests/test_weigh.py'] } satisfies Partial<Observation>,
  }
}

function cutOf(extracted: Record<string, 'delete' | 'hollow'>): FeatureCut {
  return {
    schema_version: 1,
    refs: {},
    content_hash: '0'.repeat(64),
    measured: {},
    candidate: 'scales:tests/test_weigh.py',
    f2p_files: ['tests/test_weigh.py'],
    p2p_files: [],
    p2p_wanted: 5,
    p2p_qualified: 0,
    top_level: Object.keys(extracted),
    dropped_top_level: [],
    extracted: Object.entries(extracted).map(([id, mode]) => ({ id, mode, reason: '', depth: 0 })),
    remained: [],
    leftovers: [],
    over_budget: [],
    hidden_test_files: [{ path: 'tests/test_weigh.py', reason: 'F2P' }],
    predicted_f2p: [],
    predicted_guard: [],
    lines: 0,
    repairs: [],
  }
}

async function textOf(trees: TreeStore, tree: TreeHash, path: string): Promise<string | null> {
  const bytes = await trees.readFile(tree, path)
  return bytes === null ? null : new TextDecoder().decode(bytes)
}

/** Path, kind, object and text of every span, as the original has it. */
async function removedTexts(
  trees: TreeStore,
  original: TreeHash,
  files: CarvedTree['files'],
): Promise<readonly (readonly (string | null)[])[]> {
  const texts = files.map(async ({ path, spans }) => {
    const bytes = (await trees.readFile(original, path)) ?? new Uint8Array()
    return spans.map(({ start, end, what, object }) => {
      return [path, what, object, new TextDecoder().decode(bytes.subarray(start, end))]
    })
  })
  return (await Promise.all(texts)).flat()
}

const both = {
  'src/scales/weigh.py::weigh::5': 'delete',
  'src/scales/weigh.py::balance::16': 'hollow',
} as const

test('the carved tree, its patches and its lines', async () => {
  await carveScales(both, async (result, trees, original) => {
    if (result.kind === 'rejected') throw new Error(result.rejection.message)
    const { trees: states, patches, files, ...rest } = result.artifact
    expect(await removedTexts(trees, original, files)).toEqual([
      ['src/scales/__init__.py', 'import', null, ', weigh'],
      ['src/scales/__init__.py', 'export', null, ', "weigh"'],
      [
        'src/scales/weigh.py',
        'definition',
        'src/scales/weigh.py::weigh::5',
        '# Grams only.\ndef weigh(thing):\n    """The weight of a thing.\n\n    In grams.\n    """\n    # half a gram up\n    grams = int(thing + 0.5)\n\n    return grams\n\n\n',
      ],
      [
        'src/scales/weigh.py',
        'body',
        'src/scales/weigh.py::balance::16',
        '\n    """Whether both weigh the same."""\n    difference = weigh(left) - weigh(right)  # in grams\n    return difference == 0',
      ],
    ])
    expect(rest).toEqual({
      candidate: 'scales:tests/test_weigh.py',
      objects: [
        { id: 'src/scales/weigh.py::weigh::5', mode: 'delete' },
        { id: 'src/scales/weigh.py::balance::16', mode: 'hollow' },
      ],
      lines: { carved: 17, code: 7 },
      compiled: { python: '3.11.2', files: 2 },
      measured: {},
    })
    expect(states.original).toBe(original)
    expect(await textOf(trees, states.carved, 'src/scales/weigh.py')).toBe(
      '"""How to weigh."""\n\n\ndef balance(left, right):\n    raise NotImplementedError\n++0\n',
    )
    expect(await textOf(trees, states.carved, 'src/scales/__init__.py')).toBe(
      '"""Weighs things."""\n\nfrom .weigh import balance\n\n__all__ = ["balance"]\n',
    )
    const changed = async (from: TreeHash, to: TreeHash) => {
      const entries = new Map((await trees.list(from)).map(({ path, blob }) => [path, blob]))
      return (await trees.list(to))
        .filter(({ path, blob }) => entries.get(path) !== blob)
        .map(({ path }) => path)
    }
    expect(await changed(states.carved, original)).toEqual(['src/scales/__init__.py', 'src/scales/weigh.py'])
    expect(await changed(states.start, states.carved)).toEqual(['tests/test_weigh.py'])
    const gold = await trees.readBlob(patches.gold)
    const tests = await trees.readBlob(patches.tests)
    const removal = await trees.readBlob(patches.removal)
    expect(await trees.apply(states.carved, gold)).toMatchObject({ kind: 'applied', tree: original })
    expect(await trees.apply(states.start, tests)).toMatchObject({ kind: 'applied', tree: states.carved })
    expect(await trees.apply(original, removal)).toMatchObject({ kind: 'applied', tree: states.carved })
  })
})

test('a file that is not parsed is a rejection', async () => {
  await carveScales({ 'src/scales/broken.py::half::1': 'delete' }, async (result) => {
    expect(result).toEqual({
      kind: 'rejected',
      rejection: {
        stage: 'carve',
        code: 'file-not-editable',
        message: 'src/scales/broken.py::half::1 cannot be taken out: it has a syntax error',
        evidence: {
          candidate: 'scales:tests/test_weigh.py',
          object: 'src/scales/broken.py::half::1',
          reason: 'it has a syntax error',
        },
      },
    })
  })
})

test('a changed file that the interpreter refuses is a rejection', async () => {
  await carveScales({ 'src/scales/old.py::shout::1': 'hollow' }, async (result) => {
    expect(result).toMatchObject({
      kind: 'rejected',
      rejection: {
        stage: 'carve',
        code: 'carve-in-doubt',
        evidence: {
          files: [{ path: 'src/scales/old.py' }],
          objects: ['src/scales/old.py::shout::1'],
        },
      },
    })
  })
})
