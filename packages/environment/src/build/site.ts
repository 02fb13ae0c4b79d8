import type { TreeEntry, TreeHash } from '@quarry/core'
import type { InstalledDistribution } from './installed.ts'
import type { Workshop } from './workshop.ts'

/** What importlib.metadata, entry points and plugins read; RECORD and direct_url.json name places that will not be there. */
const keptMetadata = new Set(['METADATA', 'entry_points.txt', 'top_level.txt', 'WHEEL'])

/**
 * Takes the dist-info and scripts of a distribution: `NAME.dist-info/…` and `bin/…`. `directory` is where its dist-info
 * lies, `scripts` where its scripts do.
 */
export async function captureSite(
  workshop: Workshop,
  directory: string,
  own: InstalledDistribution,
  scripts = `${workshop.builder.paths.environment}/bin`,
): Promise<TreeHash> {
  const { builder, trees } = workshop
  const info = await builder.capture(directory, (path) => {
    const [top, name, ...deeper] = path.split('/')
    return top === own.directory && deeper.length === 0 && name !== undefined && keptMetadata.has(name)
  })
  const names = new Set(own.files.flatMap((path) => /(?:^|\/)bin\/([^/]+)$/.exec(path)?.[1] ?? []))
  const programs =
    names.size === 0 ? [] : await trees.list(await builder.capture(scripts, (path) => names.has(path)))
  return trees.writeTree([
    ...(await trees.list(info)),
    ...programs.map((entry): TreeEntry => ({ ...entry, path: `bin/${entry.path}` })),
  ])
}
