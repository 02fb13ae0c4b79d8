/** A program that runs a command in a sandbox and is killed meanwhile. */
import { dirname, join } from 'node:path'
import { openGitTreeStore } from '@quarry/core'
import { openers, type OpenerName } from './openers.ts'

function isOpener(name: string): name is OpenerName {
  return name in openers
}

const [, , name = '', temporaryRoot = '', tag = '', seconds = ''] = process.argv
if (!isOpener(name)) throw new Error(`no sandbox is called ${name}`)
const trees = await openGitTreeStore(join(dirname(temporaryRoot), 'trees.git'))
const sandbox = await openers[name](trees, temporaryRoot)
const tree = await trees.writeTree([])
const spec = { tag, tree, overlay: null, site: null, tools: null, network: 'loopback' as const }
const testbed = await sandbox.openTestbed(spec, new AbortController().signal)
const script = `(setsid sleep ${seconds} &) ; sleep ${seconds}`
await testbed.run({ argv: ['sh', '-c', script], limits: { wallSeconds: 1000 } }, new AbortController().signal)
