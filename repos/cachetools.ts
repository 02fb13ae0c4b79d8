import { defineRepo, pypi } from '@quarry/core'

// In place of tomlkit, whose source distribution holds a `.git` entry and is rejected for it.
export default defineRepo({
  name: 'cachetools',
  source: pypi('cachetools', '8.0.2'),
})
