import { homedir } from 'node:os'
import { resolve } from 'node:path'
import { UserError } from '../errors/errors.ts'
import type { IndexSettings, ProxySettings } from './index-settings.ts'
import { type PipOptions, readPipOptions } from './read-pip-options.ts'

const publicIndex = 'https://pypi.org/simple'

/**
 * What pip on this machine is set to, from its environment variables and configuration files with pip's precedence. Where pip
 * has no index of its own, uv's variables count; uv's further indexes are always added.
 * @param machineFile pip's configuration for everybody on this machine.
 * @throws UserError `pip-config-unreadable`, `pip-config-invalid`, `pip-setting-invalid`.
 */
export async function readIndexSettings(
  environment: NodeJS.ProcessEnv,
  machineFile = '/etc/pip.conf',
): Promise<IndexSettings> {
  const pip = await readPipOptions(environment, machineFile)
  const certificate =
    pip.get('cert') ||
    environment['REQUESTS_CA_BUNDLE'] ||
    environment['CURL_CA_BUNDLE'] ||
    environment['SSL_CERT_FILE']
  return {
    indexUrls: indexUrls(pip, environment),
    findLinks: distinct(words(pip.get('find-links')).map((link) => absoluteLocation(link, environment))),
    certificate: fileOrNone(certificate, environment),
    clientCertificate: fileOrNone(pip.get('client-cert'), environment),
    trustedHosts: distinct([...words(pip.get('trusted-host')), ...words(environment['UV_INSECURE_HOST'])]),
    proxies: proxies(pip, environment),
    timeoutSeconds: timeout(pip),
  }
}

function indexUrls(pip: PipOptions, environment: NodeJS.ProcessEnv): string[] {
  if (isTrue('no-index', pip.get('no-index'))) return []
  const first =
    pip.get('index-url') || environment['UV_DEFAULT_INDEX'] || environment['UV_INDEX_URL'] || publicIndex
  const further = [
    ...words(pip.get('extra-index-url')),
    ...words(environment['UV_INDEX']),
    ...words(environment['UV_EXTRA_INDEX_URL']),
  ]
  return distinct([first, ...further].map((url) => absoluteLocation(withoutIndexName(url), environment)))
}

/** uv lets an index have a name: `company=https://…`. */
function withoutIndexName(url: string): string {
  return url.replace(/^[A-Za-z0-9._-]+=/, '')
}

function proxies(pip: PipOptions, environment: NodeJS.ProcessEnv): ProxySettings {
  const named = (name: string) => environment[name.toLowerCase()] || environment[name] || null
  const own = pip.get('proxy') ?? null
  return {
    http: own ?? named('HTTP_PROXY'),
    https: own ?? named('HTTPS_PROXY'),
    all: named('ALL_PROXY'),
    none: named('NO_PROXY'),
  }
}

function timeout(pip: PipOptions): number | null {
  const text = pip.get('timeout') ?? pip.get('default-timeout')
  if (text === undefined) return null
  const seconds = Number(text)
  if (Number.isFinite(seconds) && seconds > 0) return seconds
  throw settingInvalid('timeout', text, 'a number of seconds')
}

function isTrue(name: string, text: string | undefined): boolean {
  if (text === undefined || /^(n|no|f|false|off|0)$/i.test(text)) return false
  if (/^(y|yes|t|true|on|1)$/i.test(text)) return true
  throw settingInvalid(name, text, 'yes or no')
}

function settingInvalid(name: string, text: string, wanted: string): UserError {
  return new UserError(`pip's setting ${name} is '${text}'; it has to be ${wanted}`, {
    code: 'pip-setting-invalid',
  })
}

/** A path made absolute, for use by another process in another folder; a URL stays as it is. */
function absoluteLocation(location: string, environment: NodeJS.ProcessEnv): string {
  return /^[A-Za-z][A-Za-z0-9+.-]*:/.test(location) ? location : absolutePath(location, environment)
}

function fileOrNone(path: string | undefined, environment: NodeJS.ProcessEnv): string | null {
  return path ? absolutePath(path, environment) : null
}

function absolutePath(path: string, environment: NodeJS.ProcessEnv): string {
  const home = environment['HOME'] ?? homedir()
  return resolve(path.replace(/^~(?=\/|$)/, () => home))
}

function words(text: string | undefined): string[] {
  return (text ?? '').split(/\s+/).filter((word) => word !== '')
}

function distinct(texts: readonly string[]): string[] {
  return [...new Set(texts)]
}
