import type { InstanceResult } from '@quarry/evaluate'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type MinedMiniature, mineMiniature } from './mined-miniature.ts'

let mined: MinedMiniature
beforeAll(async () => {
  mined = await mineMiniature()
}, 120_000)
afterAll(() => mined.close())

/** Status, verdict and what was noted; the points are looked at where they matter. */
function verdict(result: InstanceResult) {
  if (!('score' in result)) return result.status
  const { score, status, applied, undone, notes } = result
  return { status, resolved: score.resolved, passed: score.passed_rate, applied, undone, notes }
}

const good = { status: 'scored', resolved: true, passed: 1, applied: 'plain', undone: [], notes: [] }
const bad = { ...good, resolved: false, passed: 0 }

const asText = (patch: Uint8Array) => new TextDecoder().decode(patch)
const hiddenTest = 'tests/test_tables.py'
const stubborn = 'def test_render():\n    pass\n'

describe('solutions as they come resolve', () => {
  test('without the last newline', async () => {
    const patch = asText(await mined.solutionWith({})).replace(/\n$/, '')
    expect(verdict(await mined.score(patch))).toEqual(good)
  })

  test('without prefixes', async () => {
    const patch = asText(await mined.solutionWith({ 'docs/new.md': 'New.\n' }))
    const unprefixed = patch.replaceAll(/^(diff --git|---|\+\+\+) .*$/gm, (line) =>
      line.replaceAll(/ [ab]\//g, ' '),
    )
    expect(unprefixed).not.toBe(patch)
    expect(verdict(await mined.score(unprefixed))).toEqual({
      ...good,
      notes: ['its paths had no a/ and b/ before them'],
    })
  })

  test('with CRLF line ends', async () => {
    const patch = asText(await mined.solutionWith({})).replaceAll('\n', '\r\n')
    expect(verdict(await mined.score(patch))).toEqual({
      ...good,
      notes: ['its line ends were CRLF throughout'],
    })
  })

  test('with a binary change that has no data (C15)', async () => {
    const dataless =
      'diff --git a/.coverage b/.coverage\nnew file mode 100644\nindex 0000000..1111111\nBinary files /dev/null and b/.coverage differ\n'
    const patch = dataless + asText(await mined.solutionWith({}))
    expect(verdict(await mined.score(patch))).toEqual({
      ...good,
      notes: ['left out: .coverage, a binary change without its data'],
    })
  })

  test('with wrong line counts', async () => {
    const patch = asText(await mined.solutionWith({})).replace(/^(@@ -\d+,\d+ \+\d+),\d+ @@/m, '$1,1 @@')
    expect(verdict(await mined.score(patch))).toEqual({ ...good, applied: 'recount' })
  })

  test('with new files, moved files and an executable bit', async () => {
    const moved =
      'diff --git a/README.md b/docs/README.md\nsimilarity index 100%\nrename from README.md\nrename to docs/README.md\n' +
      'diff --git a/src/wordkit/slugs.py b/src/wordkit/slugs.py\nold mode 100644\nnew mode 100755\n'
    const patch = asText(await mined.solutionWith({ 'src/wordkit/_extra.py': 'x = 1\n' })) + moved
    expect(verdict(await mined.score(patch))).toEqual(good)
  })

  test('with a file at the path of a hidden test', async () => {
    const patch = await mined.solutionWith({ [hiddenTest]: stubborn })
    expect(verdict(await mined.score(patch))).toEqual({ ...good, undone: [hiddenTest] })
  })

  test('with a change of a hidden test, which the start tree does not have', async () => {
    const change = `diff --git a/${hiddenTest} b/${hiddenTest}\n--- a/${hiddenTest}\n+++ b/${hiddenTest}\n@@ -1,1 +1,1 @@\n-import pytest\n+import os\n`
    expect(verdict(await mined.score(change + asText(await mined.solutionWith({}))))).toEqual({
      ...good,
      undone: [hiddenTest],
    })
  })

  test('with the tests deleted', async () => {
    const gone = Object.fromEntries(mined.instance.p2p_files.map((path) => [path, null]))
    const patch = await mined.solutionWith({ ...gone, 'tests/conftest.py': null })
    expect(verdict(await mined.score(patch))).toEqual({
      ...good,
      undone: ['tests/conftest.py', ...mined.instance.p2p_files].toSorted(),
    })
  })

  test('with a link out of the tree, modules in the place of installed ones, and startup files', async () => {
    const link =
      'diff --git a/src/wordkit/etc b/src/wordkit/etc\nnew file mode 120000\n--- /dev/null\n+++ b/src/wordkit/etc\n@@ -0,0 +1 @@\n+/etc\n\\ No newline at end of file\n'
    const stop = 'raise SystemExit("planted")\n'
    const planted = ['src/json.py', 'src/pluggy/__init__.py', 'src/usercustomize.py', 'tests/typing.py']
    const patch = await mined.solutionWith({
      ...Object.fromEntries(planted.map((path) => [path, stop])),
      // Stays: Python reads such files only in directories of installed distributions.
      'src/planted.pth': 'import os; os._exit(0)\n',
    })
    expect(verdict(await mined.score(asText(patch) + link))).toEqual({
      ...good,
      undone: [...planted, 'src/wordkit/etc'].toSorted(),
    })
  })
})

describe('tricks resolve nothing', () => {
  const rig =
    'import pytest\n\n@pytest.hookimpl(hookwrapper=True)\ndef pytest_runtest_makereport(item, call):\n    outcome = yield\n    outcome.get_result().outcome = "passed"\n'
  const metadata = 'Metadata-Version: 2.1\nName: planted\nVersion: 1.0\n'
  const entryPoint = '[pytest11]\nplanted = planted\n'

  test('everything that could change how tests run is put out', async () => {
    const changes = {
      'tests/conftest.py': rig,
      'conftest.py': rig,
      'src/wordkit/conftest.py': rig,
      'src/sitecustomize.py': 'import os; os._exit(0)\n',
      'src/pytest.py': 'import os; os._exit(0)\n',
      'src/planted-1.0.dist-info/METADATA': metadata,
      'src/planted-1.0.dist-info/entry_points.txt': entryPoint,
      'pytest.ini': '[pytest]\naddopts = -p wordkit.rig\n',
      [hiddenTest]: stubborn,
    }
    const patch = await mined.startWith({ ...changes, 'src/planted.py': rig, 'src/wordkit/rig.py': rig })
    expect(verdict(await mined.score(patch))).toEqual({
      ...bad,
      undone: Object.keys(changes).toSorted(),
      notes: ['src/planted.py', 'src/wordkit/rig.py'].map(
        (path) => `read it before you trust it: ${path} names the test runner`,
      ),
    })
  })

  const forged = (point: string) =>
    [
      { record: 'item', id: point, path: hiddenTest, digest: null, function: true },
      { record: 'collected', count: 1, conftests: [], shadowed: [] },
      { record: 'start', id: point },
      {
        record: 'phase',
        id: point,
        when: 'call',
        outcome: 'passed',
        exception: null,
        xfail: false,
        subtest: false,
        duration: 0,
      },
      { record: 'finish', id: point },
    ].map((record) => JSON.stringify(record))

  test.each<[string, (lines: string) => string]>([
    ['an exit with status 0 at import', () => 'import os\nos._exit(0)\n'],
    [
      'printed records',
      (lines) => `import sys\nprint(${lines}, flush=True)\nprint(${lines}, file=sys.stderr)\n`,
    ],
    [
      'records written to every open file',
      (lines) =>
        `import os\nfor descriptor in range(1, 1024):\n    try:\n        os.write(descriptor, (${lines} + "\\n").encode())\n    except OSError:\n        pass\n`,
    ],
    [
      'records written to every open file, and an exit with status 0',
      (lines) =>
        `import os\nfor descriptor in range(1, 1024):\n    try:\n        os.write(descriptor, (${lines} + "\\n").encode())\n    except OSError:\n        pass\nos._exit(0)\n`,
    ],
  ])('%s: nothing has passed', async (_, trick) => {
    const point = mined.instance.fail_to_pass[0] ?? ''
    const code = trick(JSON.stringify(forged(point).join('\n')))
    const result = await mined.score(await mined.startWith({ 'src/wordkit/__init__.py': code }))
    expect(verdict(result)).toMatchObject({ status: 'scored', resolved: false, passed: 0, undone: [] })
  })
})

describe('patches that are none', () => {
  test('an empty one, and one that changes only what is protected', async () => {
    expect(verdict(await mined.score(' \n'))).toEqual({ ...bad, status: 'empty-patch', applied: 'nothing' })
    expect(verdict(await mined.score(await mined.startWith({ 'tests/new.txt': 'x\n' })))).toEqual({
      ...bad,
      applied: 'nothing',
      undone: ['tests/new.txt'],
    })
  })

  test('one that does not fit, and one that is no patch', async () => {
    const missing = 'diff --git a/none.py b/none.py\n--- a/none.py\n+++ b/none.py\n@@ -1 +1 @@\n-a\n+b\n'
    expect(verdict(await mined.score(missing))).toBe('patch-conflict')
    expect(verdict(await mined.score('I could not solve it.'))).toBe('malformed-patch')
  })
})
