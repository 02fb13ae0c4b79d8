import { distinctiveLines as distinctiveLinesOf } from '@quarry/validate'
import { expect, test } from 'vitest'

const distinctiveLines = (patch: string) => distinctiveLinesOf(Buffer.from(patch, 'latin1'))

const gold = `diff --git a/m.py b/m.py
index 1111111..2222222 100644
--- a/m.py
+++ b/m.py
@@ -1,3 +1,8 @@
 import os
+
+def removed(argument):
+    return compute_the_answer(argument, 42)
+++ counter_that_looks_like_a_header_line
 kept = compute_the_kept_value_of_it(1)
-raise NotImplementedError
+    kept = compute_the_kept_value_of_it(1)
\\ No newline at end of file
`

test('takes long lines of the hunks that are not there without the patch', () => {
  expect(distinctiveLines(gold)).toEqual([
    {
      path: 'm.py',
      lines: ['++ counter_that_looks_like_a_header_line', 'return compute_the_answer(argument, 42)'],
    },
  ])
})

test('file headers are never taken for lines', () => {
  expect(
    distinctiveLines('--- a/a_rather_long_name_of_a_file.py\n+++ b/a_rather_long_name_of_a_file.py\n'),
  ).toEqual([])
})

test('lines are kept apart by file, and a byte that only looks like a space stays', () => {
  const section = (path: string, line: string) =>
    `diff --git a/${path} b/${path}\n--- a/${path}\n+++ b/${path}\n@@ -0,0 +1 @@\n+  ${line}  \n`
  const text = Buffer.from('a comment that ends with à').toString('latin1')
  expect(distinctiveLines(section('a.py', text) + section('b.py', 'short') + section('c.py', text))).toEqual([
    { path: 'a.py', lines: [text] },
    { path: 'c.py', lines: [text] },
  ])
})

test('every character of a line is one byte, so that the scanner can look for the bytes', () => {
  const euro = Buffer.from('price = "12 €, 13 ‘each’"').toString('latin1')
  const patch = `diff --git a/a.py b/a.py\n--- a/a.py\n+++ b/a.py\n@@ -0,0 +1 @@\n+${euro}\n`
  expect(distinctiveLines(patch)).toEqual([{ path: 'a.py', lines: [euro] }])
})
