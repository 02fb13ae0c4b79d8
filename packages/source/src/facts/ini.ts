/** Values by section and key; of a value with several lines, one line each in one text. */
export type Ini = ReadonlyMap<string, ReadonlyMap<string, string>>

/** Reads a configuration file as Python's configparser takes it: comments, `=` or `:`, indented lines go on. */
export function parseIni(text: string): Ini {
  const sections = new Map<string, Map<string, string>>()
  let section: Map<string, string> | null = null
  let key: string | null = null
  for (const line of text.split(/\r?\n/)) {
    if (/^\s*([#;]|$)/.test(line)) continue
    const heading = /^\[([^\]]+)\]/.exec(line)?.[1]
    if (heading !== undefined) {
      section = sections.get(heading) ?? new Map<string, string>()
      sections.set(heading, section)
      key = null
    } else if (/^\s/.test(line) && section !== null && key !== null) {
      section.set(key, `${section.get(key) ?? ''}\n${line.trim()}`)
    } else {
      const [, name, value] = /^([^=:]+)[=:](.*)$/.exec(line) ?? []
      key = name?.trim().toLowerCase().replaceAll('-', '_') ?? null
      if (key !== null) section?.set(key, value?.trim() ?? '')
    }
  }
  return sections
}

/** The words or lines of a list value: parted by commas or line ends. */
export function iniList(value: string | undefined): string[] {
  return (value ?? '')
    .split(/[\n,]/)
    .map((item) => item.trim())
    .filter((item) => item !== '')
}

/** The lines `key = value` of a value with several lines. */
export function iniTable(value: string | undefined): [string, string][] {
  return (value ?? '').split('\n').flatMap((line) => {
    const [, name, text] = /^([^=]*)=(.*)$/.exec(line) ?? []
    return name === undefined || text === undefined ? [] : [[name.trim(), text.trim()]]
  })
}
