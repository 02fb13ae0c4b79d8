import { type InstalledDistribution, missedRequirements, needlessInstallers } from '@quarry/environment'
import { expect, test } from 'vitest'

function distribution(name: string, requires: readonly string[] = []): InstalledDistribution {
  return {
    name,
    version: '1',
    requires: [...requires],
    directory: `${name}-1.dist-info`,
    files: [],
    origin: null,
  }
}

test('installers stay only where a distribution or the project needs them at run time', () => {
  const distributions = [
    distribution('pip'),
    distribution('Setuptools'),
    distribution('wheel'),
    distribution('zope', ['setuptools >= 40', "wheel ; extra == 'test'"]),
  ]
  const installed = { site_packages: '/environment/lib', distributions }
  expect([needlessInstallers(installed, []), needlessInstallers(installed, ['pip>=21'])]).toEqual([
    ['pip', 'wheel'],
    ['wheel'],
  ])
})

test('built metadata adds what the static reading missed', () => {
  const requires = [
    'known>=1',
    'sample',
    'found ; python_version < "4"',
    'tool ; extra == "test"',
    'more[x]>=2 ; (os_name == "posix" or y) and extra == \'testing\'',
    'sphinx ; extra == "docs"',
  ]
  expect(missedRequirements(requires, ['Known'], 'sample')).toEqual([
    'found ; python_version < "4"',
    'tool',
    'more[x] >=2 ; os_name == "posix" or y',
  ])
})
