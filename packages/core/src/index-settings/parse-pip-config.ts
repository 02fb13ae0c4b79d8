import { UserError } from '../errors/errors.ts'

/** Options by section, names as pip compares them: lower case with hyphens. */
export type PipConfig = ReadonlyMap<string, ReadonlyMap<string, string>>

/**
 * Reads a pip configuration file by the rules of Python's configparser, which differ from other ini files in what matters
 * here: an indented line goes on with the value before it, and `#` or `;` starts a comment only at the start of a line.
 * @param file for the message.
 * @throws UserError `pip-config-invalid`, naming file and line.
 */
export function parsePipConfig(text: string, file: string): PipConfig {
  const sections = new Map<string, Map<string, string>>()
  let section: Map<string, string> | null = null
  let option: string | null = null
  for (const [index, line] of text.split(/\r?\n/).entries()) {
    const content = line.trim()
    if (content === '' || /^[#;]/.test(content)) continue
    const header = /^\[(.+)\]/.exec(line)?.[1]
    if (header !== undefined) {
      section = sections.get(header) ?? new Map<string, string>()
      sections.set(header, section)
      option = null
    } else if (/^\s/.test(line) && section !== null && option !== null) {
      section.set(option, `${section.get(option)}\n${content}`.trim())
    } else {
      const [, name, value] = /^([^=:]+?)\s*[=:]\s*(.*)$/.exec(content) ?? []
      if (section === null || name === undefined || value === undefined) throw invalidLine(file, index + 1)
      option = optionName(name)
      section.set(option, value)
    }
  }
  return sections
}

/** `Extra_Index_URL` and `--extra-index-url` are `extra-index-url`. */
export function optionName(name: string): string {
  return name.toLowerCase().replaceAll('_', '-').replace(/^--/, '')
}

function invalidLine(file: string, line: number): UserError {
  return new UserError(
    `${file}: line ${line} is not "option = value" below a [section]; pip can't read it either`,
    {
      code: 'pip-config-invalid',
    },
  )
}
