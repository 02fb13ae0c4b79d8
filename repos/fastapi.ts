import { defineRepo, pypi } from '@quarry/core'

// A subset: of 567 test files, those directly in tests/; the rest runs the examples of the documentation, mostly one
// file for each, with few test points.
export default defineRepo({
  name: 'fastapi',
  source: pypi('fastapi', '0.165.0'),
  testFiles: ['tests/test_*.py'],
})
