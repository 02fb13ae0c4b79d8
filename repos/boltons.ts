import { defineRepo, pypi } from '@quarry/core'

export default defineRepo({
  name: 'boltons',
  source: pypi('boltons', '26.2.0'),
})
