import { parse } from 'node-html-parser'
import type { IndexFile } from './index-file.ts'

/** Reads a page of links: a project's page of the simple index (PEP 503), or a page of archives. */
export function parseHtmlPage(text: string, page: string): IndexFile[] {
  const root = parse(text)
  const base = absolute(root.querySelector('base')?.getAttribute('href') ?? '', page) ?? page
  return root.querySelectorAll('a').flatMap((anchor) => {
    const target = absolute(anchor.getAttribute('href') ?? '', base)
    if (target === null) return []
    const url = new URL(target)
    const hashes = fragmentHashes(url.hash)
    url.hash = ''
    return {
      name: fileName(url),
      url: url.href,
      hashes,
      yanked: anchor.hasAttribute('data-yanked'),
      requiresPython: anchor.getAttribute('data-requires-python') || null,
      uploadTime: null,
    }
  })
}

function fragmentHashes(fragment: string): Record<string, string> {
  const hashes: Record<string, string> = {}
  for (const [algorithm, digest] of new URLSearchParams(fragment.slice(1)))
    if (/^(sha\d+|md5|blake2b)$/.test(algorithm)) hashes[algorithm] = digest.toLowerCase()
  return hashes
}

function fileName(url: URL): string {
  const last = url.pathname.split('/').at(-1) ?? ''
  try {
    return decodeURIComponent(last)
  } catch {
    return last
  }
}

function absolute(href: string, base: string): string | null {
  return URL.canParse(href, base) ? new URL(href, base).href : null
}
