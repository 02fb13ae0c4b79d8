import { existsSync } from 'node:fs'
import { isAbsolute } from 'node:path'
import { fileURLToPath } from 'node:url'

/** Settings of pip, uv and OpenSSL that may name files of the host: CA bundles, configuration, folders that serve as an index. */
const mayNameFiles = /^(PIP_|UV_|SSL_CERT_|REQUESTS_CA_BUNDLE$|CURL_CA_BUNDLE$)/

/** Absolute paths of the host's files and folders that a build's settings name. */
export function namedHostFiles(variables: Readonly<Record<string, string>>): string[] {
  const named = Object.entries(variables)
    .filter(([name]) => mayNameFiles.test(name))
    .flatMap(([, value]) => value.split(/\s+/))
    .flatMap(toPath)
    .filter((path) => path !== '/' && !path.startsWith('/dev/') && existsSync(path))
  return [...new Set(named)]
}

function toPath(word: string): string[] {
  if (!word.startsWith('file:')) return isAbsolute(word) ? [word] : []
  try {
    return [fileURLToPath(word)]
  } catch {
    return [] // a host in it: not a file of this machine
  }
}
