import { defineRepo, pypi } from '@quarry/core'

export default defineRepo({
  name: 'werkzeug',
  source: pypi('werkzeug', '3.1.9'),
})
