import { defineRepo, pypi } from '@quarry/core'

// A subset: the whole suite has 266 test files, most of them about one algorithm each, and takes many minutes to trace.
// These folders hold what the rest is built on, with features large enough for a task.
export default defineRepo({
  name: 'networkx',
  source: pypi('networkx', '3.6.1'),
  testFiles: [
    'networkx/classes/tests/test_*.py',
    'networkx/algorithms/components/tests/test_*.py',
    'networkx/algorithms/shortest_paths/tests/test_*.py',
    'networkx/algorithms/traversal/tests/test_*.py',
    'networkx/algorithms/tree/tests/test_*.py',
    'networkx/readwrite/tests/test_*.py',
  ],
})
