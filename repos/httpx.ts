import { defineRepo, pypi } from '@quarry/core'

export default defineRepo({
  name: 'httpx',
  source: pypi('httpx', '0.28.1'),
})
