import { type IndexSettings, UserError } from '@quarry/core'
import { readFile } from 'node:fs/promises'
import { Agent as HttpAgent, type AgentOptions } from 'node:http'
import { Agent as HttpsAgent } from 'node:https'
import { getCACertificates } from 'node:tls'
import { findLogin, type Login, readNetrc } from './netrc.ts'

/** How to reach package indexes: certificates, proxies and logins as pip on this machine is set. */
export interface Connection {
  readonly timeoutMs: number
  agentFor(url: URL): HttpAgent
  /** The login of `~/.netrc` for a host. */
  loginFor(host: string): Login | null
}

const defaultTimeoutSeconds = 60

/**
 * Prepares connections with the settings of an index.
 * @throws UserError `certificate-unreadable` when a certificate file that is set can't be read.
 */
export async function openConnection(
  settings: IndexSettings,
  environment: NodeJS.ProcessEnv,
): Promise<Connection> {
  const { timeoutSeconds, trustedHosts } = settings
  const proxyEnv = proxyVariables(settings)
  const options: AgentOptions = { keepAlive: false, proxyEnv }
  const trust = {
    ca: await authorities(settings.certificate),
    ...(await clientCertificate(settings.clientCertificate)),
  }
  const plain = new HttpAgent(options)
  const checked = new HttpsAgent({ ...options, ...trust })
  const unchecked = new HttpsAgent({ ...options, ...trust, rejectUnauthorized: false })
  const logins = await readNetrc(environment)
  return {
    timeoutMs: (timeoutSeconds ?? defaultTimeoutSeconds) * 1000,
    agentFor(url) {
      if (url.protocol === 'http:') return plain
      return trustedHosts.includes(url.host) || trustedHosts.includes(url.hostname) ? unchecked : checked
    },
    loginFor: (host) => findLogin(logins, host),
  }
}

/** A bundle that is set takes the place of all others, as it does for pip; else Node's own and the system's count. */
async function authorities(certificate: string | null): Promise<string[]> {
  if (certificate !== null) return [await readCertificate(certificate)]
  return [...new Set([...getCACertificates('default'), ...getCACertificates('system')])]
}

async function clientCertificate(file: string | null): Promise<{ cert?: string; key?: string }> {
  if (file === null) return {}
  const text = await readCertificate(file)
  return { cert: text, key: text }
}

async function readCertificate(file: string): Promise<string> {
  try {
    return await readFile(file, 'utf8')
  } catch (error) {
    throw new UserError(`cannot read the certificate file ${file}; correct pip's setting for it`, {
      code: 'certificate-unreadable',
      cause: error,
    })
  }
}

function proxyVariables({ proxies }: IndexSettings): NodeJS.ProcessEnv {
  const http = proxies.http ?? proxies.all
  const https = proxies.https ?? proxies.all
  return {
    ...(http === null ? {} : { HTTP_PROXY: http }),
    ...(https === null ? {} : { HTTPS_PROXY: https }),
    ...(proxies.none === null ? {} : { NO_PROXY: proxies.none }),
  }
}
