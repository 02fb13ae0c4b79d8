import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type ProjectFiles, projectFiles } from '@quarry/environment'

export const fixtures = fileURLToPath(new URL('../fixtures/environment', import.meta.url))

/** The texts of a miniature repository. */
export async function readFixture(name: string): Promise<ProjectFiles> {
  const directory = join(fixtures, name)
  const found = await readdir(directory, { recursive: true, withFileTypes: true })
  const files = found.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name))
  const texts = await Promise.all(
    files.map(async (file) => [file.slice(directory.length + 1), await readFile(file, 'utf8')] as const),
  )
  return projectFiles(new Map(texts))
}
