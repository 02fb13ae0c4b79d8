import type { TreeEntry, TreeHash } from '@quarry/core'
import { install } from './install.ts'
import { listInstalled } from './list-installed.ts'
import { tailOf } from './output-tail.ts'
import { isGenerated, treeChanges } from './overlay.ts'
import type { ProjectFacts, ProjectResult } from './project.ts'
import { captureSite } from './site.ts'
import type { Workshop } from './workshop.ts'

/**
 * For back ends that can't install in place: installs into a folder apart, and takes metadata and generated files from
 * there. The folder goes with the builder.
 */
export async function installPlain(
  workshop: Workshop,
  facts: ProjectFacts,
  variables: Readonly<Record<string, string>>,
  before: readonly TreeEntry[],
  editableLog: string,
): Promise<ProjectResult> {
  const { builder, trees } = workshop
  const target = `${builder.paths.home}/project`
  const plain = await install(workshop, ['--no-deps', '--target', target, builder.paths.testbed], variables)
  if (!plain.ok) return { kind: 'failed', log: tailOf(plain.output) }
  const [own] = (await listInstalled(workshop, target)).distributions
  if (own === undefined) return { kind: 'failed', log: editableLog }
  const site = await captureSite(workshop, target, own, `${target}/bin`)
  const built = await builder.capture(target, (path) => !path.startsWith('bin/') && isGenerated(path))
  const after = await generatedFiles(before, await trees.list(built), facts.importRoots)
  return {
    kind: 'installed',
    importRoots: facts.importRoots,
    site: site satisfies TreeHash,
    changes: treeChanges(before, after),
    requires: own.requires,
    notes: [
      'the back end does not install in place: metadata and generated files come from an ordinary build',
    ],
  }
}

/** Built files that the tree does not have, at the place below an import root where their package lies. */
async function generatedFiles(
  before: readonly TreeEntry[],
  built: readonly TreeEntry[],
  roots: readonly string[],
): Promise<TreeEntry[]> {
  const known = new Set(before.map((entry) => entry.path))
  return built.flatMap((entry): TreeEntry[] => {
    const places = roots.map((root) => (root === '' ? entry.path : `${root}/${entry.path}`))
    if (places.some((place) => known.has(place))) return []
    const [top] = entry.path.split('/')
    const place = places.find((candidate, index) => {
      const root = roots[index] ?? ''
      const directory = root === '' ? `${top}/` : `${root}/${top}/`
      return candidate.includes('/') && before.some(({ path }) => path.startsWith(directory))
    })
    return place === undefined ? [] : [{ ...entry, path: place }]
  })
}
