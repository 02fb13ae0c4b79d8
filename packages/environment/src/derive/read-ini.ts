/** Sections of an ini file, each with its values by lower-case key; continuation lines are joined by line ends. */
export type IniSections = ReadonlyMap<string, ReadonlyMap<string, string>>

/**
 * Reads setup.cfg, tox.ini and pytest.ini the way Python's tools do: an indented line goes on with the value above it,
 * and a comment has a line of its own.
 */
export function readIni(text: string): IniSections {
  const sections = new Map<string, Map<string, string>>()
  let section = new Map<string, string>()
  let key: string | null = null
  for (const line of text.split(/\r?\n/)) {
    if (/^\s*[#;]/.test(line)) continue
    const head = /^\[(.+)\]\s*(?:[#;].*)?$/.exec(line)
    if (head?.[1] !== undefined) {
      const name = head[1].trim()
      section = sections.get(name) ?? new Map()
      sections.set(name, section)
      key = null
    } else if (/^\s/.test(line) || line === '') {
      if (key !== null) section.set(key, `${section.get(key) ?? ''}\n${line.trim()}`)
    } else {
      const [, name, value = ''] = /^([^=:]+?)\s*[=:]\s*(.*)$/.exec(line) ?? []
      key = name?.trim().toLowerCase() ?? null
      if (key !== null) section.set(key, value.trim())
    }
  }
  return sections
}

/** The lines of a value, without empty ones and without comments behind white space. */
export function iniLines(value: string | undefined): string[] {
  return (value ?? '')
    .split('\n')
    .map((line) => line.replace(/(^|\s)#.*$/, '').trim())
    .filter(Boolean)
}
