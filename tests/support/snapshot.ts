import type { Snapshot } from '@quarry/core'

/** The snapshot of a directory, of which nothing is known but what is given. */
export function snapshotOf(facts: Pick<Snapshot, 'repository' | 'tree'> & Partial<Snapshot>): Snapshot {
  return {
    schema_version: 1,
    refs: {},
    content_hash: '0'.repeat(64),
    measured: {},
    source: { kind: 'path', commit: null },
    empty_directories: [],
    commit_date: null,
    release_date: null,
    test_file_dates: {},
    import_roots: [''],
    package_roots: [],
    distribution: null,
    version: null,
    licence: null,
    forge: null,
    forbidden_urls: [],
    ...facts,
  }
}
