import { droppedOptions, droppedPlugins } from './dropped-options.ts'

export interface FilteredOptions {
  readonly kept: readonly string[]
  /** Each with its value, as it was written. */
  readonly dropped: readonly { readonly option: string; readonly reason: string }[]
}

/** Parts options that stay from those that rule 9 takes out; a value behind an option goes with it. */
export function filterOptions(words: readonly string[]): FilteredOptions {
  const kept: string[] = []
  const dropped: { option: string; reason: string }[] = []
  for (let at = 0; at < words.length;) {
    const word = words[at] ?? ''
    const drop = dropAt(word, words[at + 1])
    if (drop === null) kept.push(word)
    else dropped.push({ option: words.slice(at, at + drop.length).join(' '), reason: drop.reason })
    at += drop?.length ?? 1
  }
  return { kept, dropped }
}

function dropAt(word: string, next: string | undefined): { length: number; reason: string } | null {
  const plugin = /^-p(?:\s*(.+))?$/.exec(word)
  if (plugin !== null) {
    const found = droppedPlugins.find(({ pattern }) => pattern.test(plugin[1] ?? next ?? ''))
    return found === undefined ? null : { length: plugin[1] === undefined ? 2 : 1, reason: found.reason }
  }
  const [name, attached] = nameAndValue(word)
  const option = droppedOptions.find(({ pattern }) => pattern.test(name))
  if (option === undefined) return null
  const takesNext =
    attached === undefined &&
    next !== undefined &&
    (option.values === 'one' || (option.values === 'optional' && !next.startsWith('-')))
  return { length: takesNext ? 2 : 1, reason: option.reason }
}

/** `--name=value`, `-nvalue`. */
function nameAndValue(word: string): [string, string | undefined] {
  const [, name, value] = /^(--[^=]+)=(.*)$/s.exec(word) ?? /^(-n)=?(auto|logical|\d+)$/.exec(word) ?? []
  return name === undefined ? [word, undefined] : [name, value]
}
