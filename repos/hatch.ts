import { defineRepo, pypi } from '@quarry/core'

export default defineRepo({
  name: 'hatch',
  source: pypi('hatch', '1.18.2'),
})
