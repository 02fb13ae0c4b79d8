import { distinctiveLines } from '@quarry/validate'
import { expect, test } from 'vitest'

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
    '++ counter_that_looks_like_a_header_line',
    'return compute_the_answer(argument, 42)',
  ])
})

test('file headers are never taken for lines', () => {
  expect(
    distinctiveLines('--- a/a_rather_long_name_of_a_file.py\n+++ b/a_rather_long_name_of_a_file.py\n'),
  ).toEqual([])
})
