import { readFile } from 'node:fs/promises'
import { homedir } from 'node:os'
import { join } from 'node:path'

export interface Login {
  readonly user: string
  readonly password: string
}

/** Logins by host; the empty name holds the default. */
export type Logins = ReadonlyMap<string, Login>

/** Reads the file that NETRC names, else `~/.netrc`; no file means no logins. */
export async function readNetrc(environment: NodeJS.ProcessEnv): Promise<Logins> {
  const file = environment['NETRC'] ?? join(environment['HOME'] ?? homedir(), '.netrc')
  const text = await readFile(file, 'utf8').catch(() => '')
  return parseNetrc(text)
}

/** The login for a host, or the default one. */
export function findLogin(logins: Logins, host: string): Login | null {
  return logins.get(host) ?? logins.get('') ?? null
}

function parseNetrc(text: string): Logins {
  const logins = new Map<string, Login>()
  const words = text.replace(/^\s*#.*$/gm, '').match(/"[^"]*"|\S+/g) ?? []
  let host: string | null = null
  for (let index = 0; index < words.length; index++) {
    const word = words[index]
    if (word === 'default') host = ''
    else if (word === 'machine') host = unquote(words[++index])
    else if (host !== null && (word === 'login' || word === 'password')) {
      const known = logins.get(host) ?? { user: '', password: '' }
      const value = unquote(words[++index])
      logins.set(host, word === 'login' ? { ...known, user: value } : { ...known, password: value })
    }
  }
  return logins
}

function unquote(word = ''): string {
  return word.replace(/^"(.*)"$/s, '$1')
}
