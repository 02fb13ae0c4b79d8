import {
  exportImage,
  type ImagePlace,
  importImage,
  openImagePlace,
  prune,
  reportImages,
} from '@quarry/pipeline'
import { resolve } from 'node:path'
import { type ExitStatus, exitStatus } from '../exit-status.ts'
import { type Paint, paintFor, printJson, printResult } from '../output.ts'
import { renderExported, renderImages, renderImported, renderPruned } from '../render/images.ts'
import { findWorkspaceDirectory } from '../workspace-directory.ts'

export interface ImagesFlags {
  readonly out?: string
  readonly json?: true
}

export interface PruneFlags extends ImagesFlags {
  readonly all?: true
  readonly dryRun?: true
}

/** `quarry images list`: prints what is kept on the engine. */
export async function list(flags: ImagesFlags): Promise<ExitStatus> {
  return print(flags, await reportImages(await openPlace(flags)), renderImages)
}

/** `quarry images prune`: removes what nothing needs, and prints what that was. */
export async function pruneUnneeded(flags: PruneFlags, signal: AbortSignal): Promise<ExitStatus> {
  const options = { all: flags.all === true, dryRun: flags.dryRun === true }
  return print(flags, await prune(await openPlace(flags), options, signal), renderPruned)
}

/** `quarry images export`: writes one image to a file. */
export async function exportOne(
  subject: string,
  file: string,
  flags: ImagesFlags,
  signal: AbortSignal,
): Promise<ExitStatus> {
  const exported = await exportImage(await openPlace(flags), subject, resolve(file), signal)
  return print(flags, exported, renderExported)
}

/** `quarry images import`: loads such a file. */
export async function importOne(file: string, flags: ImagesFlags, signal: AbortSignal): Promise<ExitStatus> {
  return print(flags, await importImage(await openPlace(flags), resolve(file), signal), renderImported)
}

function openPlace({ out }: ImagesFlags): Promise<ImagePlace> {
  const directory = findWorkspaceDirectory(process.cwd())
  return openImagePlace(directory, out === undefined ? null : resolve(out))
}

function print<T>(
  { json }: ImagesFlags,
  result: T,
  render: (result: T, cwd: string, paint: Paint) => string,
): ExitStatus {
  if (json) printJson(result)
  else printResult(render(result, process.cwd(), paintFor(process.stdout)))
  return exitStatus.ran
}
