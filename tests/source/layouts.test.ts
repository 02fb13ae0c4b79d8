import { path } from '@quarry/core'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { openSourceLine } from './support/line.ts'

const layouts = fileURLToPath(new URL('../fixtures/source/layouts/', import.meta.url))

/** What is known about a project from its files alone. */
const facts = {
  'src-flit': {
    import_roots: ['src'],
    package_roots: ['src/flitdemo'],
    distribution: 'Flit-Demo',
    version: '1.4',
    licence: 'BSD',
    forge: { owner: 'group/sub', name: 'flit-demo' },
    forbidden_urls: [
      'https://flit.example.org',
      'https://gitlab.com/group/sub/flit-demo',
      'https://gitlab.com/group/sub/flit-demo/-/tree/main',
      'https://pypi.org/project/flit-demo/',
    ],
  },
  'setup-cfg-find': {
    import_roots: ['lib'],
    package_roots: ['lib/cfgdemo'],
    distribution: 'cfg-demo',
    version: '2.5.1',
    licence: 'Apache-2.0',
    forge: { owner: 'team', name: 'cfg-demo' },
    forbidden_urls: [
      'https://bitbucket.org/team/cfg-demo',
      'https://cfg.example.org/docs',
      'https://pypi.org/project/cfg-demo/',
    ],
  },
  'single-module': {
    import_roots: [''],
    package_roots: ['onefile.py'],
    distribution: 'onefile',
    version: '0.9',
    licence: 'MIT',
    forge: { owner: 'someone', name: 'onefile' },
    forbidden_urls: [
      'https://github.com/someone/onefile',
      'https://github.com/someone/onefile.git',
      'https://pypi.org/project/onefile/',
    ],
  },
  'hatch-namespace': {
    import_roots: ['python'],
    package_roots: ['python/ns'],
    distribution: 'ns.demo',
    version: '3.0.1',
    licence: null,
    forge: null,
    forbidden_urls: ['https://pypi.org/project/ns-demo/'],
  },
  'poetry-from': {
    import_roots: ['code'],
    package_roots: ['code/poet'],
    distribution: 'poet',
    version: '1.1.0',
    licence: 'GPL-3.0-only',
    forge: { owner: 'someone', name: 'poet' },
    forbidden_urls: ['https://codeberg.org/someone/poet', 'https://pypi.org/project/poet/'],
  },
  'setuptools-two': {
    import_roots: [''],
    package_roots: ['alpha', 'beta', 'gamma.py'],
    distribution: 'two',
    version: '4.2',
    licence: 'MIT License',
    forge: null,
    forbidden_urls: ['https://pypi.org/project/two/'],
  },
  'no-settings': {
    import_roots: [''],
    package_roots: ['thing'],
    distribution: null,
    version: '5.0',
    licence: null,
    forge: null,
    forbidden_urls: [],
  },
}

test.each(Object.entries(facts))('%s', async (leaf, expected) => {
  const line = await openSourceLine()
  const { import_roots, package_roots, distribution, version, licence, forge, forbidden_urls } =
    await line.snapshot(path(layouts + leaf))
  expect({ import_roots, package_roots, distribution, version, licence, forge, forbidden_urls }).toEqual(
    expected,
  )
})
