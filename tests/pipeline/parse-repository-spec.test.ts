import { UserError } from '@quarry/core'
import { parseRepositorySpec } from '@quarry/pipeline'
import { expect, test } from 'vitest'

test.each([
  ['pypi:Jinja2', { name: 'jinja2', source: { kind: 'pypi', project: 'Jinja2', version: null } }],
  ['pypi:jinja2==3.1.6', { name: 'jinja2', source: { kind: 'pypi', project: 'jinja2', version: '3.1.6' } }],
  ['git:https://h/o/n.git@v1', { name: 'n', source: { kind: 'git', url: 'https://h/o/n.git', ref: 'v1' } }],
  [
    'git:https://h/o/n@feature/x',
    { name: 'n', source: { kind: 'git', url: 'https://h/o/n', ref: 'feature/x' } },
  ],
  ['git:git@h:o/n', { name: 'n', source: { kind: 'git', url: 'git@h:o/n', ref: 'HEAD' } }],
  ['git:https://user@h/o/n', { name: 'n', source: { kind: 'git', url: 'https://user@h/o/n', ref: 'HEAD' } }],
  ['path:/x/My Project', { name: 'my-project', source: { kind: 'path', path: '/x/My Project' } }],
])('%s', (text, expected) => {
  expect(parseRepositorySpec(text)).toEqual(expected)
})

test.each(['', 'jinja2', 'pypi:', 'pypi:a b', 'pypi:a=1', 'hg:x'])(
  '%s is refused with the ways to write it',
  (text) => {
    expect(() => parseRepositorySpec(text)).toThrow(UserError)
  },
)
