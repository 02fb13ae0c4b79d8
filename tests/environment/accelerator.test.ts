import { basename } from 'node:path'
import { type Accelerator, acceleratorOf, contentHash, type Sandbox } from '@quarry/core'
import { acceleratorCompiler } from '@quarry/testrun'
import { describe, expect, test } from 'vitest'
import { compiledAccelerator } from '../support/compiled-accelerator.ts'
import { buildLimit, type Place, placeForAllTests } from './real-builds.ts'

const never = new AbortController().signal
const fixture = 'nothing-to-install'

describe('an accelerator for the tracer', () => {
  const place = placeForAllTests()

  test(
    'is compiled once for all environments of one Python, and none of them holds it',
    async () => {
      const { sandbox, compiled } = watched(place.sandbox, {})
      const first = await place.built(fixture, {}, sandbox)
      const second = await place.built('needed-by-pytest', { import_roots: ['src'] }, sandbox)
      const here = await onThisMachine(place)
      expect([acceleratorOf(first), acceleratorOf(second)].map(withoutBytes)).toEqual([here, here])
      // Where there is none, the next environment asks again: a compiler may have come.
      expect(compiled.length).toBe('missing' in here ? 3 : 1)
      expect(await foundInside(place, first.tag)).toEqual(['pyvenv.cfg'])
    },
    buildLimit,
  )
})

describe('without a compiler', () => {
  const place = placeForAllTests()

  test(
    'an environment is the same, and says why there is no accelerator',
    async () => {
      const without = { CC: '/no/such/compiler' }
      const bare = await place.built(fixture, {}, watched(place.sandbox, without).sandbox)
      expect(acceleratorOf(bare)).toEqual(await onThisMachine(place, without))
      expect(acceleratorOf(bare)).toEqual({ missing: expect.any(String) })
      const full = await place.built(fixture, {})
      expect(contentHash(bare)).toBe(contentHash(full))
      expect(withoutBytes(acceleratorOf(full))).toEqual(await onThisMachine(place))
    },
    buildLimit,
  )
})

/** A sandbox whose builders are given variables; it keeps the commands that compile the accelerator. */
function watched(sandbox: Sandbox, variables: Readonly<Record<string, string>>) {
  const compiled: (readonly string[])[] = []
  const openBuilder: Sandbox['openBuilder'] = async (spec, signal) => {
    const builder = await sandbox.openBuilder(spec, signal)
    return {
      ...builder,
      run: (command, aborted) => {
        if (command.argv.some((word) => word.endsWith(acceleratorCompiler))) compiled.push(command.argv)
        return builder.run({ ...command, variables: { ...variables, ...command.variables } }, aborted)
      },
    }
  }
  return { sandbox: { ...sandbox, openBuilder }, compiled }
}

async function onThisMachine({ trees, sandbox }: Place, variables: Readonly<Record<string, string>> = {}) {
  const { executable } = await sandbox.findInterpreter(null)
  return withoutBytes(await compiledAccelerator(trees, executable, variables))
}

/** A compiler need not give the same bytes twice. */
function withoutBytes(accelerator: Accelerator) {
  return 'missing' in accelerator ? accelerator : { file: accelerator.file, source: accelerator.source }
}

/** Names of the environment's own mark and of accelerators that what runs in it could find. */
async function foundInside({ trees, sandbox }: Place, tag: string): Promise<string[]> {
  const tree = await trees.writeTree([])
  const spec = { tag, tree, overlay: null, site: null, tools: null, network: 'loopback' as const }
  const testbed = await sandbox.openTestbed(spec, never)
  try {
    const names = ['-name', 'pyvenv.cfg', '-o', '-name', '*quarry_accelerator*']
    const { stdout } = await testbed.run({ argv: ['find', ...Object.values(testbed.paths), ...names] }, never)
    const paths = new TextDecoder().decode(stdout).trimEnd().split('\n')
    return paths.map((path) => basename(path))
  } finally {
    await testbed.close()
  }
}
