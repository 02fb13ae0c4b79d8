import { defineRepo, pypi } from '@quarry/core'

export default defineRepo({
  name: 'babel',
  source: pypi('babel', '2.19.0'),
})
