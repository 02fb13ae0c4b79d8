import { InfrastructureError, redactUrl } from '@quarry/core'
import { z } from 'zod'
import type { IndexFile } from './index-file.ts'

const JsonPage = z.object({
  files: z.array(
    z.object({
      filename: z.string(),
      url: z.string(),
      hashes: z.record(z.string(), z.string()).default({}),
      yanked: z.union([z.boolean(), z.string()]).default(false),
      'requires-python': z.string().nullish(),
      'upload-time': z.string().nullish(),
    }),
  ),
})

/**
 * Reads a project's page of the JSON index (PEP 691, PEP 700).
 * @throws InfrastructureError `index-page-malformed`.
 */
export function parseJsonPage(text: string, base: string): IndexFile[] {
  const page = JsonPage.safeParse(parse(text))
  if (!page.success)
    throw new InfrastructureError(`${redactUrl(base)} is not a page of a package index (PEP 691)`, {
      code: 'index-page-malformed',
      cause: page.error,
    })
  return page.data.files.map((file) => ({
    name: file.filename,
    url: new URL(file.url, base).href,
    hashes: file.hashes,
    yanked: file.yanked !== false,
    requiresPython: file['requires-python'] || null,
    uploadTime: moment(file['upload-time']),
  }))
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

function moment(text: string | null | undefined): string | null {
  const date = new Date(text ?? '')
  return Number.isNaN(date.getTime()) ? null : date.toISOString()
}
