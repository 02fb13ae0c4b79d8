import { defineRepo, pypi } from '@quarry/core'

export default defineRepo({
  name: 'marshmallow',
  source: pypi('marshmallow', '4.4.0'),
})
