import { posix } from 'node:path'
import { itemsOf } from './items.ts'
import type { DeclaredGroup, Found, Item } from './model.ts'
import type { ProjectFiles } from './project-files.ts'
import { purposeOf } from './purpose.ts'

/** The items of a requirements file, includes followed; hashes, indexes and other options are left out. */
export function readRequirementsFile(
  files: ProjectFiles,
  path: string,
  distribution: string | null,
  above: readonly string[] = [],
): Item[] {
  const file = posix.normalize(path)
  const text = above.includes(file) ? null : files.read(file)
  if (text === null) return []
  return requirementLines(text).flatMap((line): Item[] => {
    const option = /^(-r|--requirement|-c|--constraint)(?:\s+|=)?(.+)$/.exec(line)
    if (option?.[1] === undefined || option[2] === undefined) return itemsOf([line], distribution)
    const included = posix.join(posix.dirname(file), option[2].trim())
    const items = readRequirementsFile(files, included, distribution, [...above, file])
    return option[1] === '-r' || option[1] === '--requirement' ? items : items.flatMap(asConstraint)
  })
}

function asConstraint(item: Item): Item[] {
  return item.kind === 'requirement' ? [{ kind: 'constraint', text: item.text }] : []
}

function requirementLines(text: string): string[] {
  return text
    .replace(/\\\r?\n/g, ' ')
    .split(/\r?\n/)
    .map((line) =>
      line
        .replace(/(^|\s)#.*$/, '')
        .replace(/\s--(hash|config-settings|global-option)[= ]\S+/g, '')
        .trim(),
    )
    .filter(Boolean)
}

/** A requirements file, by where it lies: `requirements-test.txt`, `requirements/dev.in`, `tests/requirements.txt`. */
const usual =
  /^(?:(?:[^/]*requirements?|reqs|ci|tests?|testing)\/)?(?:[^/]*requirements?[^/]*|[^/]+)\.(?:txt|in)$/i

/** Requirement files that lie where such files usually lie; of `x.in` and its compiled `x.txt` only the latter. */
export function readRequirementsFiles(files: ProjectFiles, distribution: string | null): Found {
  const paths = files.paths.filter((path) => usual.test(path) && /requirement|reqs/i.test(path))
  const chosen = paths.filter((path) => !path.endsWith('.in') || !paths.includes(path.replace(/in$/, 'txt')))
  const groups = chosen.flatMap((path): DeclaredGroup[] => {
    const words = path.replace(/\.(txt|in)$/, '').replace(/requirements?|reqs/gi, '')
    const purpose = purposeOf(words.replaceAll('/', '-'))
    if (purpose === 'other') return []
    const items = readRequirementsFile(files, path, distribution)
    return items.length === 0 ? [] : [{ from: path, purpose, kind: 'file', items }]
  })
  return { groups }
}
