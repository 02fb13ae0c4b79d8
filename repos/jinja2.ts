import { defineRepo, pypi } from '@quarry/core'

export default defineRepo({
  name: 'jinja2',
  source: pypi('jinja2', '3.1.6'),
})
