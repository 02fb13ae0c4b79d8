import { defineRepo, pypi } from '@quarry/core'

export default defineRepo({
  name: 'packaging',
  source: pypi('packaging', '26.4'),
})
