import { defineRepo, pypi } from '@quarry/core'

export default defineRepo({
  name: 'mako',
  source: pypi('mako', '1.4.3'),
})
