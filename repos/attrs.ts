import { defineRepo, pypi } from '@quarry/core'

export default defineRepo({
  name: 'attrs',
  source: pypi('attrs', '26.1.0'),
})
