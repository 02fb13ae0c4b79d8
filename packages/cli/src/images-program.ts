import type { Command } from '@commander-js/extra-typings'
import { type Finish, jsonOption, outOption } from './options.ts'

/** `quarry images` and its commands. */
export function addImages(program: Command, signal: AbortSignal, finish: Finish): void {
  const images = program
    .command('images')
    .usage('<list|prune|export|import> ...')
    .description('look after the images that the Docker sandbox keeps, one for each environment')
  addList(images, finish)
  addPrune(images, signal, finish)
  addExport(images, signal, finish)
  addImport(images, signal, finish)
}

function addList(images: Command, finish: Finish): void {
  images
    .command('list')
    .description('show them, with what they were made for and what they take')
    .addOption(outOption())
    .addOption(jsonOption())
    .action(async (options) => {
      const { list } = await import('./commands/images.ts')
      finish(await list(options))
    })
}

function addPrune(images: Command, signal: AbortSignal, finish: Finish): void {
  images
    .command('prune')
    .description('remove those that no result names; what is needed later is built again from its lock')
    .option('--all', 'remove all that Quarry made')
    .option('--dry-run', 'only say what would go')
    .addOption(outOption())
    .addOption(jsonOption())
    .action(async (options) => {
      const { pruneUnneeded } = await import('./commands/images.ts')
      finish(await pruneUnneeded(options, signal))
    })
}

function addExport(images: Command, signal: AbortSignal, finish: Finish): void {
  images
    .command('export')
    .description('write the image of an environment to a file')
    .argument('<environment>', 'tag or its beginning, name of a repository, or instance id')
    .argument('<file>', 'tar file to write')
    .addOption(outOption())
    .addOption(jsonOption())
    .action(async (subject, file, options) => {
      const { exportOne } = await import('./commands/images.ts')
      finish(await exportOne(subject, file, options, signal))
    })
}

function addImport(images: Command, signal: AbortSignal, finish: Finish): void {
  images
    .command('import')
    .description('load a file that export has written')
    .argument('<file>', 'tar file to read')
    .addOption(jsonOption())
    .action(async (file, options) => {
      const { importOne } = await import('./commands/images.ts')
      finish(await importOne(file, options, signal))
    })
}
