import type { ApplyResult, TreeStore } from '@quarry/core'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { openStore } from './open-store.ts'
import { type PlainFile, randomFiles, treeOf } from './random-files.ts'

/** Trees that differ, so that most pairs share some files and change others. */
const treePairs = fc
  .tuple(randomFiles, randomFiles, fc.array(fc.boolean(), { minLength: 12, maxLength: 12 }))
  .map(
    ([one, other, kept]) =>
      [
        one,
        merged(
          one.filter((_, index) => kept[index]),
          other,
        ),
      ] as const,
  )

function merged(some: readonly PlainFile[], others: readonly PlainFile[]): PlainFile[] {
  const fits = (file: PlainFile) =>
    !some.some(
      ({ path }) =>
        path === file.path || path.startsWith(`${file.path}/`) || file.path.startsWith(`${path}/`),
    )
  return [...some, ...others.filter(fits)]
}

test('the patch between any two trees leads from each to the other', async () => {
  const store = await openStore()
  await fc.assert(
    fc.asyncProperty(treePairs, async ([one, other]) => {
      const [from, to] = [await treeOf(store, one), await treeOf(store, other)]
      expect(await applied(store, from, to)).toEqual(
        from === to ? { kind: 'empty' } : { kind: 'applied', tree: to },
      )
      expect(await applied(store, to, from)).toEqual(
        from === to ? { kind: 'empty' } : { kind: 'applied', tree: from },
      )
    }),
    { numRuns: 30 },
  )
})

async function applied(store: TreeStore, from: string, to: string) {
  const result = await store.apply(from, await store.diff(from, to))
  return result.kind === 'applied' ? { kind: result.kind, tree: result.tree } : result
}

function file(path: string, text: string | Uint8Array, mode: PlainFile['mode'] = '100644'): PlainFile {
  return { path, mode, bytes: typeof text === 'string' ? Buffer.from(text) : text }
}

/** Every outcome says which files it changed, so that nothing is skipped in silence. */
async function outcome(store: TreeStore, result: ApplyResult) {
  if (result.kind !== 'applied') return result
  const contents = await Promise.all(result.paths.map((path) => store.readFile(result.tree, path)))
  return {
    how: result.how,
    files: Object.fromEntries(
      result.paths.map((path, index) => [path, contents[index] ? String(contents[index]) : null]),
    ),
  }
}

test('the patch is as git writes it, with full hashes and no renames', async () => {
  const store = await openStore()
  const from = await treeOf(store, [file('old.txt', 'same\n'), file('run', 'x\n')])
  const to = await treeOf(store, [file('new.txt', 'same\n'), file('run', 'x\n', '100755')])
  expect(String(await store.diff(from, to))).toBe(`diff --git a/new.txt b/new.txt
new file mode 100644
index 0000000000000000000000000000000000000000..1275430f1765c63e539cb0452565563bd6aef6a6
--- /dev/null
+++ b/new.txt
@@ -0,0 +1 @@
+same
diff --git a/old.txt b/old.txt
deleted file mode 100644
index 1275430f1765c63e539cb0452565563bd6aef6a6..0000000000000000000000000000000000000000
--- a/old.txt
+++ /dev/null
@@ -1 +0,0 @@
-same
diff --git a/run b/run
old mode 100644
new mode 100755
`)
})

test('equal trees have an empty patch', async () => {
  const store = await openStore()
  const tree = await treeOf(store, [file('a', 'a')])
  expect((await store.diff(tree, tree)).length).toBe(0)
})

const twoLines = '--- a/f.txt\n+++ b/f.txt\n@@ -1,2 +1,2 @@\n-one\n+ONE\n two\n'

test('C13: a patch without its last newline is ended and goes in as it is', async () => {
  const store = await openStore()
  const tree = await treeOf(store, [file('f.txt', 'one\ntwo\n')])
  const result = await store.apply(tree, Buffer.from(twoLines.slice(0, -1)))
  expect(await outcome(store, result)).toEqual({ how: 'plain', files: { 'f.txt': 'ONE\ntwo\n' } })
})

test('C13: a patch whose last blank context line was stripped goes in by counting its lines anew', async () => {
  const store = await openStore()
  const tree = await treeOf(store, [file('f.txt', 'one\ntwo\n\n')])
  const stripped = '--- a/f.txt\n+++ b/f.txt\n@@ -1,3 +1,3 @@\n-one\n+ONE\n two\n \n'.trim()
  const result = await store.apply(tree, Buffer.from(stripped))
  expect(await outcome(store, result)).toEqual({ how: 'recount', files: { 'f.txt': 'ONE\ntwo\n\n' } })
})

test('a hunk with more lines than its header counts is not applied by half', async () => {
  const store = await openStore()
  const tree = await treeOf(store, [file('f.txt', 'one\ntwo\n')])
  const short = '--- a/f.txt\n+++ b/f.txt\n@@ -1,2 +1,3 @@\n one\n+1a\n two\n+2a\n+2b\n'
  const result = await store.apply(tree, Buffer.from(short))
  expect(await outcome(store, result)).toEqual({
    how: 'recount',
    files: { 'f.txt': 'one\n1a\ntwo\n2a\n2b\n' },
  })
})

test('a mailed patch with message and signature goes in as it is', async () => {
  const store = await openStore()
  const tree = await treeOf(store, [file('f.txt', 'one\ntwo\n')])
  const mailed = `From 0123 Mon Sep 17 00:00:00 2001
Subject: [PATCH] Shout

- a list
+ in the message
---
 f.txt | 2 +-

diff --git a/f.txt b/f.txt
${twoLines}--${' '}
2.39.5

From 4567 Mon Sep 17 00:00:00 2001
Subject: [PATCH] Add

- another list
---
diff --git a/g.txt b/g.txt
new file mode 100644
--- /dev/null
+++ b/g.txt
@@ -0,0 +1 @@
+g
`
  const result = await store.apply(tree, Buffer.from(mailed))
  expect(await outcome(store, result)).toEqual({
    how: 'plain',
    files: { 'f.txt': 'ONE\ntwo\n', 'g.txt': 'g\n' },
  })
})

test('C15: a binary change without its data is malformed, even if the store happens to hold the data', async () => {
  const store = await openStore()
  const before = file('db.bin', Buffer.from([0, 1]))
  const after = file('db.bin', Buffer.from([0, 2]))
  const from = await treeOf(store, [before, file('f.txt', 'one\ntwo\n')])
  const [old, changed] = await store.writeBlobs([before.bytes, after.bytes])
  const patch = `diff --git a/db.bin b/db.bin
index ${old}..${changed} 100644
Binary files a/db.bin and b/db.bin differ
diff --git a/f.txt b/f.txt
${twoLines}`
  expect(await store.apply(from, Buffer.from(patch))).toEqual({
    kind: 'malformed',
    message:
      'binary change without its data (made without --binary): Binary files a/db.bin and b/db.bin differ',
  })
})

test('C17: new and deleted files, links and modes are all in the patch', async () => {
  const store = await openStore()
  const from = await treeOf(store, [file('gone.py', 'x\n'), file('run', '#!\n'), file('turns', 'text\n')])
  const to = await treeOf(store, [
    file('new/empty.py', ''),
    file('new/mod.py', 'y\n'),
    file('run', '#!\n', '100755'),
    file('turns', 'run', '120000'),
  ])
  expect(await store.apply(from, await store.diff(from, to))).toEqual({
    kind: 'applied',
    tree: to,
    paths: ['gone.py', 'new/empty.py', 'new/mod.py', 'run', 'turns'],
    how: 'plain',
  })
})

test.each([
  ['nothing', ''],
  ['blank lines', ' \n\n'],
  ['a hunk that changes nothing', '--- a/f.txt\n+++ b/f.txt\n@@ -1 +1 @@\n-one\n+one\n'],
])('C20: a patch that changes nothing is empty: %s', async (_, patch) => {
  const store = await openStore()
  const tree = await treeOf(store, [file('f.txt', 'one\n')])
  expect(await store.apply(tree, Buffer.from(patch))).toEqual({ kind: 'empty' })
})

test('C20: a patch that changes a mode only is applied', async () => {
  const store = await openStore()
  const tree = await treeOf(store, [file('run', 'x\n')])
  const patch = 'diff --git a/run b/run\nold mode 100644\nnew mode 100755\n'
  const result = await store.apply(tree, Buffer.from(patch))
  expect(await outcome(store, result)).toEqual({ how: 'plain', files: { run: 'x\n' } })
})

test.each([
  ['prose', 'I fixed it by changing f.txt.\n'],
  ['a header without hunks', '--- a/f.txt\n+++ b/f.txt\n'],
  ['a hunk of nonsense', '--- a/f.txt\n+++ b/f.txt\n@@ -1,2 +1,2 @@\nnonsense\n'],
  [
    'broken binary data',
    'diff --git a/b b/b\nnew file mode 100644\nindex 0000000..1111111\nGIT binary patch\nliteral 3\nnonsense\n\n',
  ],
  [
    'a submodule',
    `diff --git a/sub b/sub\nnew file mode 160000\nindex 0000000..1111111\n--- /dev/null\n+++ b/sub\n@@ -0,0 +1 @@\n+Subproject commit ${'1'.repeat(40)}\n`,
  ],
  ['a path that climbs out', '--- /dev/null\n+++ b/../evil\n@@ -0,0 +1 @@\n+x\n'],
  ['a path into .git', '--- /dev/null\n+++ b/.git/hooks/x\n@@ -0,0 +1 @@\n+x\n'],
])('what is no usable patch is malformed: %s', async (_, patch) => {
  const store = await openStore()
  const tree = await treeOf(store, [file('f.txt', 'one\ntwo\n')])
  expect(await store.apply(tree, Buffer.from(patch))).toEqual({
    kind: 'malformed',
    message: expect.stringMatching(/./),
  })
})

test('a patch that fits in one file and not in the other changes neither', async () => {
  const store = await openStore()
  const tree = await treeOf(store, [file('f.txt', 'one\ntwo\n'), file('g.txt', 'other\n')])
  const patch = `${twoLines}--- a/g.txt\n+++ b/g.txt\n@@ -1 +1 @@\n-expected\n+changed\n`
  expect(await store.apply(tree, Buffer.from(patch))).toEqual({
    kind: 'conflict',
    message: 'error: patch failed: g.txt:1\nerror: g.txt: patch does not apply',
  })
})

test('CRLF and latin-1 lines go through a patch unchanged', async () => {
  const store = await openStore()
  const latin1 = (text: string) => Buffer.from(text, 'latin1')
  const from = await treeOf(store, [file('f.py', latin1('# caf\xe9\r\nx = 1\r\ny = 2'))])
  const to = await treeOf(store, [file('f.py', latin1('# caf\xe9\r\nx = "\xfc"\r\ny = 2'))])
  expect(await applied(store, from, to)).toEqual({ kind: 'applied', tree: to })
})
