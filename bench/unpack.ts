import { mkdir, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { execa } from 'execa'

/** Downloads the source distribution and unpacks it; returns its directory. */
export async function unpack(python: string, distribution: string, top: string): Promise<string> {
  const directory = join(top, distribution)
  await mkdir(directory)
  const options = ['--quiet', '--no-deps', '--no-binary', ':all:', '--dest', directory]
  await execa(python, ['-m', 'pip', 'download', ...options, distribution])
  const [archive = ''] = await readdir(directory)
  await execa('tar', ['-xf', archive], { cwd: directory })
  await rm(join(directory, archive))
  return join(directory, ...(await readdir(directory)))
}
