import { shortLicence } from './licence.ts'
import type { Metadata } from './metadata.ts'

/** Reads PKG-INFO, the metadata that an sdist brings along. */
export function readCoreMetadata(text: string): Metadata {
  const fields = headerFields(text)
  const all = (name: string) => fields.filter((field) => field.name === name).map((field) => field.value)
  const one = (name: string) => all(name).find((value) => value !== '' && value !== 'UNKNOWN') ?? null
  const labelled = all('project-url').flatMap((value) => {
    const comma = value.indexOf(',')
    return comma < 0 ? [] : [{ label: value.slice(0, comma).trim(), url: value.slice(comma + 1).trim() }]
  })
  const single = (['home-page', 'download-url'] as const).flatMap((name) => {
    const url = one(name)
    return url === null ? [] : [{ label: name === 'home-page' ? 'Homepage' : 'Download', url }]
  })
  return {
    name: one('name'),
    version: one('version'),
    licence: shortLicence(one('license-expression'), one('license'), all('classifier')),
    urls: [...single, ...labelled],
  }
}

function headerFields(text: string): { name: string; value: string }[] {
  const head = text.split(/\r?\n\r?\n/, 1)[0] ?? ''
  const fields: { name: string; value: string }[] = []
  for (const line of head.split(/\r?\n/)) {
    const last = fields.at(-1)
    if (/^\s/.test(line) && last !== undefined) last.value += `\n${line.trim()}`
    const [, name, value] = /^([A-Za-z][A-Za-z-]*):(.*)$/.exec(line) ?? []
    if (name !== undefined) fields.push({ name: name.toLowerCase(), value: value?.trim() ?? '' })
  }
  return fields
}
