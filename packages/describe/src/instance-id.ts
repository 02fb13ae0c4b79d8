import type { Snapshot } from '@quarry/core'
import { createHash } from 'node:crypto'

/**
 * `owner__repo.commit8.testname.hash8.lvN` (design, Artifacts).
 *
 * @param f2pFiles paths of the F2P files; the name is the stem of the first, the hash covers all of them
 */
export function instanceId(snapshot: Snapshot, f2pFiles: readonly string[], level: 1 | 2): string {
  const sorted = f2pFiles.toSorted()
  const hash = createHash('sha256').update(sorted.join('\n')).digest('hex').slice(0, 8)
  return [ownerAndName(snapshot), commit8(snapshot), testName(sorted[0] ?? ''), hash, `lv${level}`].join('.')
}

function ownerAndName(snapshot: Snapshot): string {
  const { forge } = snapshot
  if (forge !== null) return `${plain(forge.owner)}__${plain(forge.name)}`
  const owner = snapshot.source.kind === 'pypi' ? 'pypi' : 'local'
  return `${owner}__${plain(snapshot.repository)}`
}

function commit8(snapshot: Snapshot): string {
  const commit = snapshot.source.kind === 'pypi' ? null : snapshot.source.commit
  return (commit ?? snapshot.tree).slice(0, 8)
}

function testName(path: string): string {
  const file = path.slice(path.lastIndexOf('/') + 1)
  return plain(file.replace(/\.[^.]*$/, ''))
}

/** Ids are file names too, and the dot separates their parts. */
function plain(text: string): string {
  return text.replace(/[^A-Za-z0-9_-]/g, '-')
}
