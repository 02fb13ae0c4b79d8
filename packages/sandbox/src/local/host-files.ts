import { existsSync, realpathSync } from 'node:fs'
import { isAbsolute } from 'node:path'
import { fileURLToPath } from 'node:url'
import { isShownAnyway } from './interpreter-binds.ts'
import type { Bind } from './specification.ts'

/** Settings of pip, uv and OpenSSL that may name files of the host: CA bundles, configuration, folders that serve as an index. */
const mayNameFiles = /^(PIP_|UV_|SSL_CERT_|REQUESTS_CA_BUNDLE$|CURL_CA_BUNDLE$)/

/** Shows, read-only and under their own paths, the files and folders that a build's settings name. */
export function hostFileBinds(variables: Readonly<Record<string, string>>): Bind[] {
  const named = Object.entries(variables)
    .filter(([name]) => mayNameFiles.test(name))
    .flatMap(([, value]) => value.split(/\s+/))
    .map(toPath)
    .filter((path) => path !== null && path !== '/' && !isShownAnyway(path) && existsSync(path))
  return [...new Set(named)].flatMap((path) =>
    path === null ? [] : [{ source: realpathSync(path), target: path, writable: false }],
  )
}

function toPath(word: string): string | null {
  if (word.startsWith('file:')) {
    try {
      return fileURLToPath(word)
    } catch {
      return null // a host in it: not a file of this machine
    }
  }
  return isAbsolute(word) ? word : null
}
