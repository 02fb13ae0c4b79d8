import { defineRepo, pypi } from '@quarry/core'

export default defineRepo({
  name: 'tomlkit',
  source: pypi('tomlkit', '0.15.2'),
})
