import { type AddressInfo, createServer } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type MinedMiniature, mineMiniature } from './mined-miniature.ts'

/** Passes only where the tests share the network of this process. */
const networkTest = `

def test_network():
    import os, socket
    socket.create_connection(("127.0.0.1", int(os.environ["WORDKIT_PORT"])), timeout=10).close()
`

/** Enough for the real tests on a busy machine, and far less than a file has when its repository says nothing. */
const fileTimeoutSeconds = 25

const server = createServer((socket) => socket.destroy())
let mined: MinedMiniature
beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  mined = await mineMiniature({
    definition: { network: 'host', fileTimeoutSeconds, variables: { WORDKIT_PORT: String(port) } },
    moreTests: networkTest,
  })
}, 180_000)
afterAll(async () => {
  server.close()
  await mined.close()
})

test('an instance says with what network and times it was proved, and its statement does too', () => {
  const { network, limits, guard, problem_statement } = mined.instance
  expect({ network, limits, guard }).toEqual({
    network: 'host',
    limits: { file_seconds: fileTimeoutSeconds, point_seconds: 60 },
    guard: ['tests/test_tables.py::test_network'],
  })
  expect(problem_statement).toContain('The tests may reach the network while they run.')
})

test('a task whose tests need the network, which its repository file allows, is resolved by its gold patch', async () => {
  expect(await mined.score(await mined.solutionWith({}))).toMatchObject({
    status: 'scored',
    score: { resolved: true },
    notes: [],
  })
}, 60_000)

test('a test file is stopped after the seconds that the repository file gives it', async () => {
  const stuck = await mined.solutionWith({ 'src/wordkit/__init__.py': 'import time\n\ntime.sleep(300)\n' })
  const { f2p_files, p2p_files } = mined.instance
  expect(await mined.score(stuck)).toMatchObject({
    status: 'scored',
    score: { resolved: false, passed_rate: 0 },
    notes: [...f2p_files, ...p2p_files].map(
      (path) => `${path}: its process took too long, so nothing in it has passed`,
    ),
  })
}, 120_000)
