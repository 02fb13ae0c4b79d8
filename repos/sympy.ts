import { defineRepo, pypi } from '@quarry/core'

// A subset: the whole suite has 612 test files and runs for hours. These folders hold features of their own, and end in
// seconds; core, polys and matrices are what everything else runs on.
export default defineRepo({
  name: 'sympy',
  source: pypi('sympy', '1.14.0'),
  testFiles: [
    'sympy/combinatorics/tests/test_*.py',
    'sympy/crypto/tests/test_*.py',
    'sympy/geometry/tests/test_*.py',
    'sympy/logic/tests/test_*.py',
    'sympy/ntheory/tests/test_*.py',
    'sympy/sets/tests/test_*.py',
  ],
})
