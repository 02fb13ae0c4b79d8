import { redactUrl } from '@quarry/core'
import { expect, test } from 'vitest'

test.each([
  ['https://user:secret@mirror.example/simple', 'https://****@mirror.example/simple'],
  ['https://token@mirror.example/simple', 'https://****@mirror.example/simple'],
  ['https://user:p@ss@mirror.example:8443/a@b', 'https://****@mirror.example:8443/a@b'],
  ['https://mirror.example/simple', 'https://mirror.example/simple'],
  ['https://mirror.example/?mail=a@b', 'https://mirror.example/?mail=a@b'],
  [
    'git+ssh://git@forge.example/x from https://u:p@y.example',
    'git+ssh://****@forge.example/x from https://****@y.example',
  ],
  ['/srv/wheels', '/srv/wheels'],
])('%s is shown as %s', (text, shown) => {
  expect(redactUrl(text)).toBe(shown)
})
