import { readdir, readFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import type { z } from 'zod'
import type { ArtifactHeader, StageName } from '../artifacts/common.ts'
import type { ArtifactReader } from '../contracts/artifact-reader.ts'
import { BugError, InfrastructureError } from '../errors/errors.ts'
import { shareAncestors } from './share-ancestors.ts'
import { formatStored, parseStored, type StoredResult } from './stored-result.ts'
import { writeFileAtomically } from './write-file-atomically.ts'

/** The results of the stages, one JSON file each: `<stage>/<key>.json`. */
export interface ArtifactStore extends ArtifactReader {
  /**
   * What the stage came to under this key, or null when it has not run.
   * @throws UserError `artifact-unreadable` when the file doesn't fit the schema.
   */
  read<A extends ArtifactHeader>(
    stage: StageName,
    key: string,
    schema: z.ZodType<A>,
  ): Promise<StoredResult<A> | null>
  /** Stores the result whole or not at all. */
  write(stage: StageName, key: string, stored: StoredResult<ArtifactHeader>): Promise<void>
  /** Keys of everything stored for a stage, sorted. */
  list(stage: StageName): Promise<string[]>
}

/** Opens the artifact store in a directory, which the first write makes if need be. */
export async function openArtifactStore(directory: string): Promise<ArtifactStore> {
  const top = resolve(directory)

  async function read<A extends ArtifactHeader>(stage: StageName, key: string, schema: z.ZodType<A>) {
    const file = fileOf(top, stage, key)
    const text = await readIfThere(file)
    return text === null ? null : parseStored(text, schema, file)
  }
  return {
    read,
    async write(stage, key, stored) {
      await writeFileAtomically(fileOf(top, stage, key), formatStored(stored))
    },
    list: (stage) => listKeys(join(top, stage)),
    ancestor: shareAncestors(read),
  }
}

function fileOf(top: string, stage: StageName, key: string): string {
  if (!/^[0-9a-f]{64}$/.test(key)) throw new BugError(`not a key: ${key}`, { code: 'key-invalid' })
  return join(top, stage, `${key}.json`)
}

async function readIfThere(file: string): Promise<string | null> {
  try {
    return await readFile(file, 'utf8')
  } catch (error) {
    if (isMissing(error)) return null
    throw new InfrastructureError(`cannot read ${file}`, { code: 'artifact-store-unreadable', cause: error })
  }
}

async function listKeys(folder: string): Promise<string[]> {
  try {
    const names = await readdir(folder)
    return names.flatMap((name) => /^([0-9a-f]{64})\.json$/.exec(name)?.[1] ?? []).toSorted()
  } catch (error) {
    if (isMissing(error)) return []
    throw new InfrastructureError(`cannot list ${folder}`, {
      code: 'artifact-store-unreadable',
      cause: error,
    })
  }
}

function isMissing(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ENOENT'
}
