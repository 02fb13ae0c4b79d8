import { defineRepo, pypi } from '@quarry/core'

export default defineRepo({
  name: 'referencing',
  source: pypi('referencing', '0.37.0'),
})
