/** A program that opens a sandbox on the engine, which sweeps what dead runs left there, and closes it. */
import { join } from 'node:path'
import { openGitTreeStore } from '@quarry/core'
import { openers } from './openers.ts'

const [, , top = ''] = process.argv
const trees = await openGitTreeStore(join(top, 'trees.git'))
const sandbox = await openers['docker sandbox, Python 3.11'](trees, join(top, 'root'))
await sandbox.close()
await trees.close()
