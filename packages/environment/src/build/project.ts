import type { TreeEntry, TreeHash } from '@quarry/core'
import { normaliseName } from '../derive/requirement.ts'
import { editableRoots } from './editable-roots.ts'
import { install, uninstall } from './install.ts'
import type { InstalledDistribution } from './installed.ts'
import { isGenerated, treeChanges, type TreeChanges } from './overlay.ts'
import { listInstalled } from './list-installed.ts'
import { tailOf } from './output-tail.ts'
import { installPlain } from './plain-install.ts'
import { pretendVersion } from './pretend-version.ts'
import { captureSite } from './site.ts'
import type { Workshop } from './workshop.ts'

/** The project as the installation needs to know it. */
export interface ProjectFacts {
  readonly tree: TreeHash
  readonly distribution: string | null
  readonly version: string | null
  /** Statically worked out, for where the installation proves nothing better. */
  readonly importRoots: readonly string[]
}

/** What installing the project itself came to; afterwards the environment holds third-party packages only. */
export type ProjectResult =
  | {
      readonly kind: 'installed'
      readonly importRoots: readonly string[]
      readonly site: TreeHash | null
      readonly changes: TreeChanges
      /** Requirements of its built metadata (PEP 508). */
      readonly requires: readonly string[]
      readonly notes: readonly string[]
    }
  | { readonly kind: 'failed'; readonly log: string }
  | { readonly kind: 'rebuilds' }

/** Installs the project in place and without dependencies, takes what that generated, and removes its traces. */
export async function installProject(workshop: Workshop, facts: ProjectFacts): Promise<ProjectResult> {
  const { builder } = workshop
  const { testbed } = builder.paths
  const before = await workshop.trees.list(facts.tree)
  if (!before.some(({ path }) => path === 'pyproject.toml' || path === 'setup.py')) {
    return {
      kind: 'installed',
      importRoots: facts.importRoots,
      site: null,
      changes: { overlay: [], changed: [], shadowed: [] },
      requires: [],
      notes: ['there is neither pyproject.toml nor setup.py: the tree is used as it is'],
    }
  }
  const version = pretendVersion(facts.version ?? '0.0.0', facts.distribution)
  const pep517 = workshop.installer.kind === 'pip' ? ['--use-pep517'] : []
  const editable = await install(workshop, [...pep517, '--no-deps', '--editable', testbed], version)
  if (!editable.ok) return installPlain(workshop, facts, version, before, tailOf(editable.output))

  const installed = await listInstalled(workshop)
  const own = installed.distributions.find(({ origin }) => origin === `file://${testbed}`)
  if (own === undefined) return { kind: 'failed', log: 'the installer left no distribution of the project' }
  const roots = editableRoots(await loadersOf(workshop, own, installed.site_packages), testbed)
  if (roots.kind === 'rebuilds') return roots
  const site = await captureSite(workshop, installed.site_packages, own)
  const changes = await changesOf(workshop, before)
  await uninstall(workshop, [own.name])
  return {
    kind: 'installed',
    importRoots: roots.roots.length > 0 ? roots.roots : facts.importRoots,
    site,
    changes,
    requires: own.requires,
    notes: notesOn(facts, own, changes),
  }
}

/** The `.pth` files and finder modules that the editable installation wrote, by path. */
async function loadersOf(workshop: Workshop, own: InstalledDistribution, sitePackages: string) {
  const names = new Set(own.files.filter((path) => /^[^/]+\.(pth|py)$/.test(path)))
  const tree = await workshop.builder.capture(sitePackages, (path) => names.has(path))
  const texts = new Map<string, string>()
  for (const { path, blob } of await workshop.trees.list(tree))
    texts.set(path, new TextDecoder().decode(await workshop.trees.readBlob(blob)))
  return texts
}

async function changesOf(workshop: Workshop, before: readonly TreeEntry[]): Promise<TreeChanges> {
  const { builder, trees } = workshop
  const tree = await builder.capture(builder.paths.testbed, isGenerated)
  return treeChanges(before, await trees.list(tree))
}

function notesOn(facts: ProjectFacts, own: InstalledDistribution, changes: TreeChanges): string[] {
  const { version, distribution } = facts
  return [
    ...(version === null ? [`no version is known; back ends that ask git were told 0.0.0`] : []),
    ...(version !== null && own.version !== version
      ? [`the metadata says version ${own.version}, the snapshot ${version}`]
      : []),
    ...(distribution !== null && normaliseName(own.name) !== normaliseName(distribution)
      ? [`the metadata names the distribution ${own.name}, the snapshot ${distribution}`]
      : []),
    ...changes.changed.map((path) => `installing it changed ${path}`),
  ]
}
