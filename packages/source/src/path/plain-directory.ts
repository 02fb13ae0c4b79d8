import type { Dirent } from 'node:fs'
import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'

/** Left behind by tools at any depth. */
const leftovers = new Set([
  '__pycache__',
  '.pytest_cache',
  '.mypy_cache',
  '.ruff_cache',
  '.tox',
  '.nox',
  '.hypothesis',
])

/**
 * Paths below a directory that is no checkout, folders included: everything but `.git` at its top, virtual environments and
 * what tools leave behind.
 */
export async function plainPaths(directory: string): Promise<string[]> {
  const found: string[] = []
  await walk(directory, '', found)
  return found
}

async function walk(top: string, below: string, found: string[]): Promise<void> {
  for (const child of await readdir(join(top, below), { withFileTypes: true })) {
    const path = below === '' ? child.name : `${below}/${child.name}`
    if (path === '.git' || /\.py[co]$/.test(child.name)) continue
    if (child.isDirectory() && (await isLeftover(top, path, child))) continue
    found.push(path)
    if (child.isDirectory()) await walk(top, path, found)
  }
}

async function isLeftover(top: string, path: string, { name }: Dirent): Promise<boolean> {
  if (leftovers.has(name)) return true
  return stat(join(top, path, 'pyvenv.cfg')).then(
    () => true,
    () => false,
  )
}
