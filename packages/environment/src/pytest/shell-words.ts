/** Splits a text into words as a POSIX shell does, quotes and backslashes read; what pytest does with `addopts`. */
export function shellSplit(text: string): string[] {
  const words: string[] = []
  const pattern = /(?:'[^']*'|"(?:\\.|[^"\\])*"|\\.|[^\s'"\\])+/gs
  for (const [word] of text.matchAll(pattern)) words.push(unquoted(word))
  return words
}

function unquoted(word: string): string {
  return word.replace(
    /'([^']*)'|"((?:\\.|[^"\\])*)"|\\(.)/gs,
    (_, single?: string, double?: string, escaped?: string) =>
      single ?? double?.replace(/\\(["\\$`])/g, '$1') ?? escaped ?? '',
  )
}

/** The words as one text that splits into the same words again. */
export function shellJoin(words: readonly string[]): string {
  return words
    .map((word) => (/^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", `'"'"'`)}'`))
    .join(' ')
}
