import { defineRepo, pypi } from '@quarry/core'

export default defineRepo({
  name: 'seaborn',
  source: pypi('seaborn', '0.13.2'),
})
