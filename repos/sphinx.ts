import { defineRepo, pypi } from '@quarry/core'

// A subset: every test of a builder or of translations builds whole documents, and takes minutes in all. These folders
// test domains, extensions and what they stand on.
export default defineRepo({
  name: 'sphinx',
  source: pypi('sphinx', '9.0.4'),
  testFiles: [
    'tests/test_config/test_*.py',
    'tests/test_domains/test_*.py',
    'tests/test_ext_autodoc/test_*.py',
    'tests/test_ext_autosummary/test_*.py',
    'tests/test_ext_intersphinx/test_*.py',
    'tests/test_ext_napoleon/test_*.py',
    'tests/test_extensions/test_*.py',
    'tests/test_pycode/test_*.py',
    'tests/test_util/test_*.py',
  ],
})
