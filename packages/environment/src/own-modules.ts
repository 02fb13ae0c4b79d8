/** Tells the top-level modules that the repository itself holds: below an import root, or beside its tests. */
export function ownModules(
  paths: readonly string[],
  importRoots: readonly string[],
): (module: string) => boolean {
  const names = new Set(
    paths.flatMap((path) => {
      const below = importRoots.filter((root) => root === '' || path.startsWith(`${root}/`))
      const inRoots = below.map((root) => (root === '' ? path : path.slice(root.length + 1)))
      const file = path.split('/').at(-1) ?? ''
      return [...inRoots.filter((rest) => rest.endsWith('.py')), file].flatMap(
        (rest) => /^([^/]+?)(?:\.py$|\/)/.exec(rest)?.[1] ?? [],
      )
    }),
  )
  return (module) => names.has(module)
}
