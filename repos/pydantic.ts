import { defineRepo, pypi } from '@quarry/core'

// A subset: the rest are benchmarks, checks of type checkers' output, and what the documentation shows.
export default defineRepo({
  name: 'pydantic',
  source: pypi('pydantic', '2.14.4'),
  testFiles: ['tests/test_*.py', 'tests/types/**/test_*.py'],
})
