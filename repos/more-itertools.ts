import { defineRepo, pypi } from '@quarry/core'

export default defineRepo({
  name: 'more-itertools',
  source: pypi('more-itertools', '11.2.1'),
})
