import {
  canonicalJson,
  InfrastructureError,
  type RepositoryDefinition,
  UserError,
  writeFileAtomically,
} from '@quarry/core'
import { PinnedSource, resolveSource } from '@quarry/source'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import type { Workspace } from './workspace.ts'

const Pins = z.record(z.string(), PinnedSource)

/**
 * The exact release or commit behind a request. The first answer is kept in `out/pins.json`, so that a version-less name
 * means the same release until `refresh` asks again. Directories are never pinned: their content is their identity.
 */
export async function pinSource(
  workspace: Workspace,
  { source: request, python }: RepositoryDefinition,
  refresh: boolean,
): Promise<PinnedSource> {
  const deps = { trees: workspace.trees, signal: workspace.signal }
  if (request.kind === 'path') return resolveSource(request, deps)
  const file = join(workspace.out, 'pins.json')
  const name = canonicalJson(request)
  const known = (await readPins(file))[name]
  if (known !== undefined && !refresh) return known
  // The newest release may not be for this Python: the newest that is, is meant.
  const interpreter = await workspace.sandbox.findInterpreter(python ?? null)
  const pinned = await resolveSource(request, { ...deps, python: interpreter.version })
  await writeFileAtomically(
    file,
    JSON.stringify({ ...(await readPins(file)), [name]: pinned }, null, 2) + '\n',
  )
  return pinned
}

async function readPins(file: string): Promise<Record<string, PinnedSource>> {
  let text: string
  try {
    text = await readFile(file, 'utf8')
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return {}
    throw new InfrastructureError(`cannot read ${file}`, { code: 'file-unreadable', cause: error })
  }
  const pins = Pins.safeParse(parseJson(text))
  if (pins.success) return pins.data
  throw new UserError(`${file} is not a list of pins; delete it and every source is resolved anew`, {
    code: 'pins-invalid',
    cause: pins.error,
  })
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
