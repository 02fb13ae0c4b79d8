import { posix } from 'node:path'

/** Where an editable installation makes the project importable from. */
export type EditableRoots =
  | { readonly kind: 'roots'; readonly roots: readonly string[] }
  /** The back end compiles again whenever the package is imported. */
  | { readonly kind: 'rebuilds' }

/** Loaders of back ends that look into a build folder, or build, at import time (meson-python, scikit-build-core). */
const rebuilding = /MesonpyMetaFinder|mesonpy|ScikitBuildRedirectingFinder|editable_rebuild|rebuild_flag/

/**
 * Reads the files that an editable installation put into site-packages: paths in `.pth` files, and the mapping of
 * names to paths in finder modules. Roots are relative to the testbed, '' for its top, sorted.
 */
export function editableRoots(files: ReadonlyMap<string, string>, testbed: string): EditableRoots {
  const texts = [...files.values()]
  if (texts.some((text) => rebuilding.test(text))) return { kind: 'rebuilds' }
  const roots = [...files].flatMap(([path, text]) =>
    path.endsWith('.pth') ? pathsOf(text) : mappedDirectories(text),
  )
  const inside = roots.flatMap((root) => relativeTo(testbed, root) ?? [])
  return { kind: 'roots', roots: [...new Set(inside)].toSorted() }
}

function pathsOf(pth: string): string[] {
  return pth.split(/\r?\n/).filter((line) => line.startsWith('/'))
}

/** The directory that holds what a name is mapped to, where the last part of the path is the name itself. */
function mappedDirectories(finder: string): string[] {
  const pairs = finder.matchAll(/['"]([\w.]+)['"]\s*[:,]\s*['"](\/[^'"\n]*)['"]/g)
  return [...pairs].flatMap(([, name = '', path = '']) => {
    const bare = path.replace(/\/__init__\.py$/, '').replace(/\.py$/, '')
    const end = `/${name.replaceAll('.', '/')}`
    return bare.endsWith(end) ? [bare.slice(0, -end.length) || '/'] : []
  })
}

function relativeTo(testbed: string, path: string): string | null {
  const relative = posix.relative(testbed, path)
  return relative.startsWith('..') ? null : relative
}
