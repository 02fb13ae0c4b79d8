import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdtemp, rename, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { execa } from 'execa'

const requirements = ['pytest==9.2.0', 'attrs==26.1.0', 'pytest-asyncio==1.3.0']

/** A virtual environment with pytest, made once on this machine; returns its directory. */
export async function pythonWithPytest(): Promise<string> {
  const name = createHash('sha256').update(requirements.join(' ')).digest('hex').slice(0, 12)
  const directory = join(tmpdir(), `quarry-tests-python-${name}`)
  if (existsSync(directory)) return directory
  const making = await mkdtemp(`${directory}-`)
  await execa('python3', ['-m', 'venv', making])
  await execa(join(making, 'bin/python'), ['-m', 'pip', 'install', '--quiet', ...requirements])
  // Whoever comes second throws its own away: a half-made one is never seen under the final name.
  await rename(making, directory).catch(() => rm(making, { recursive: true, force: true }))
  return directory
}
