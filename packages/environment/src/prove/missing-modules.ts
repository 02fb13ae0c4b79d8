/** Top-level modules that could not be imported, by what pytest said; sorted. */
export function missingModules(messages: readonly string[]): string[] {
  const found = messages.flatMap((message) =>
    [...message.matchAll(/(?:ModuleNotFoundError: |ImportError: |": )No module named '?([\w.]+)'?/g)].map(
      ([, module = '']) => module.split('.')[0] ?? '',
    ),
  )
  return [...new Set(found.filter(Boolean))].toSorted()
}

/** Options of plugins that are not there: what pytest calls unrecognized, without values. Sorted. */
export function unknownOptions(messages: readonly string[]): string[] {
  const found = messages.flatMap((message) => {
    const [, words = ''] = /error: unrecognized arguments: (.+)/.exec(message) ?? []
    return words.split(/\s+/).flatMap((word) => /^--[\w-]+/.exec(word)?.[0] ?? [])
  })
  return [...new Set(found)].toSorted()
}

/** Fixtures that no plugin brings, sorted. */
export function missingFixtures(messages: readonly string[]): string[] {
  const found = messages.flatMap((message) =>
    [...message.matchAll(/fixture '(\w+)' not found/g)].map(([, name = '']) => name),
  )
  return [...new Set(found)].toSorted()
}
