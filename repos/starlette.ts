import { defineRepo, pypi } from '@quarry/core'

export default defineRepo({
  name: 'starlette',
  source: pypi('starlette', '1.10.0'),
})
