import { mkdir, rename, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { InfrastructureError } from '../errors/errors.ts'
import { git } from './git.ts'

/**
 * Makes the bare repository if it is not there. It is made under another name and moved into place, so that an
 * interruption leaves no half repository and two processes may do it at once.
 */
export async function createRepository(directory: string): Promise<void> {
  if (await exists(join(directory, 'HEAD'))) return
  await mkdir(dirname(directory), { recursive: true })
  const made = `${directory}.new-${process.pid}-${Math.random().toString(36).slice(2)}`
  await mkdir(made)
  await git(made, [
    'init',
    '--quiet',
    '--bare',
    '--template=',
    '--initial-branch=main',
    '--object-format=sha1',
  ])
  for (const [name, value] of settings) await git(made, ['config', name, value])
  try {
    await rename(made, directory)
  } catch (error) {
    await rm(made, { recursive: true, force: true })
    if (!(await exists(join(directory, 'HEAD'))))
      throw new InfrastructureError(`cannot make the tree store ${directory}: is something else there?`, {
        code: 'tree-store-not-created',
        cause: error,
      })
  }
}

/** Objects are never dropped, and names that trouble only other systems' disks are allowed. */
const settings = [
  ['gc.auto', '0'],
  ['core.protectHFS', 'false'],
  ['core.protectNTFS', 'false'],
] as const

async function exists(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    () => false,
  )
}
