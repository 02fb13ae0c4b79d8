import { defineRepo, pypi } from '@quarry/core'

export default defineRepo({
  name: 'click',
  source: pypi('click', '8.5.1'),
})
