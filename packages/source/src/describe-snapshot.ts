import type { Draft, Snapshot, TreeStore } from '@quarry/core'
import { assignedVersion } from './facts/assigned-version.ts'
import { forbiddenUrls } from './facts/forbidden-urls.ts'
import { type Forge, forgeOf, projectForge } from './facts/forge.ts'
import { lfsPointers } from './facts/lfs-pointers.ts'
import type { Metadata } from './facts/metadata.ts'
import { readProjectFiles } from './facts/project-files.ts'
import { readMetadata } from './facts/read-metadata.ts'
import { collectedFiles } from './facts/test-files.ts'
import { type Fetched, refused, type Refused } from './fetched.ts'
import { readDeclarations } from './layout/declarations.ts'
import { findLayout } from './layout/find-layout.ts'
import { normaliseProject } from './pypi/project-name.ts'

/** Works out from its files alone what a fetched repository is, or says why it can't be used. Nothing of it is run. */
export async function describeSnapshot(
  repository: string,
  fetched: Fetched,
  trees: TreeStore,
): Promise<{ readonly kind: 'described'; readonly artifact: Draft<Snapshot> } | Refused> {
  const { tree, cloneUrl } = fetched
  const pointers = await lfsPointers(trees, tree)
  if (pointers.length > 0) return missingLfs(pointers)
  const files = await readProjectFiles(trees, tree)
  const metadata = readMetadata(files)
  const forge = (cloneUrl === null ? null : forgeOf(cloneUrl)) ?? projectForge(metadata.urls)
  if (collectedFiles(files).length === 0) return noTests(fetched, forge)
  const layout = findLayout(files.paths, readDeclarations(files), metadata.name ?? fetched.project)
  const version = fetched.version ?? metadata.version ?? (await assignedVersion(files, layout.packageRoots))
  return {
    kind: 'described',
    artifact: {
      repository,
      source: fetched.source,
      tree,
      empty_directories: [...fetched.emptyDirectories],
      commit_date: fetched.commitDate,
      release_date: fetched.releaseDate,
      test_file_dates: { ...fetched.testFileDates },
      import_roots: [...layout.importRoots],
      package_roots: [...layout.packageRoots],
      distribution: metadata.name ?? fetched.project,
      version,
      licence: metadata.licence,
      forge: forge === null ? null : { owner: forge.owner, name: forge.name },
      forbidden_urls: forbiddenUrls(metadata.urls, forge, cloneUrl, projectName(fetched, metadata)),
      measured: fetched.measured,
    },
  }
}

function projectName({ project }: Fetched, { name }: Metadata): string | null {
  return project ?? (name === null ? null : normaliseProject(name))
}

function missingLfs(paths: readonly string[]): Refused {
  return refused(
    'has-lfs-pointers',
    `${paths.length} files are only pointers to Git LFS, first ${paths[0]}: ` +
      'fetch their content with git lfs pull and use path(directory)',
    { paths: [...paths] },
  )
}

function noTests({ source }: Fetched, forge: Forge | null): Refused {
  const url = forge?.url ?? 'the URL of its repository'
  switch (source.kind) {
    case 'pypi':
      return refused(
        'sdist-has-no-tests',
        `${source.file.name} holds no test file; use git('${url}', '<tag of ${source.version}>') instead`,
        { file: source.file.name, repository: forge?.url ?? null },
      )
    case 'git':
    case 'path':
      return refused(
        'no-tests',
        'no file has a name that pytest collects (test_*.py, *_test.py, python_files)',
        {},
      )
  }
}
