import type { IndexSettings } from './index-settings.ts'

/**
 * Environment variables that put the settings into effect for pip and uv in an otherwise empty environment, whoever runs
 * them. Configuration files are shut out: everything that counts was read from them already.
 */
export function installerVariables(settings: IndexSettings): Record<string, string> {
  return given({
    PIP_CONFIG_FILE: '/dev/null',
    // Else pip asks the index about itself, and a terminal that is not there for a password.
    PIP_DISABLE_PIP_VERSION_CHECK: '1',
    PIP_NO_INPUT: '1',
    UV_NO_CONFIG: '1',
    ...indexVariables(settings.indexUrls),
    PIP_FIND_LINKS: settings.findLinks.join(' '),
    UV_FIND_LINKS: settings.findLinks.join(','),
    PIP_TRUSTED_HOST: settings.trustedHosts.join(' '),
    UV_INSECURE_HOST: settings.trustedHosts.join(' '),
    ...certificateVariables(settings),
    ...proxyVariables(settings),
    PIP_TIMEOUT: settings.timeoutSeconds === null ? null : String(settings.timeoutSeconds),
    UV_HTTP_TIMEOUT: settings.timeoutSeconds === null ? null : String(Math.ceil(settings.timeoutSeconds)),
  })
}

type Variables = Record<string, string | null>

function indexVariables(urls: readonly string[]): Variables {
  const [first, ...further] = urls
  // uv has no variable for "no index": it is given one where nothing is.
  if (first === undefined) return { PIP_NO_INDEX: '1', UV_DEFAULT_INDEX: 'file:///nonexistent' }
  const extra = further.join(' ')
  return {
    PIP_INDEX_URL: first,
    UV_DEFAULT_INDEX: first,
    PIP_EXTRA_INDEX_URL: extra,
    UV_INDEX: extra,
    // pip takes the best version from all indexes; uv by itself stops at the first index that knows the name.
    UV_INDEX_STRATEGY: extra === '' ? null : 'unsafe-best-match',
  }
}

/** Build back ends that download by themselves go by the names that requests and OpenSSL know. */
function certificateVariables({ certificate, clientCertificate }: IndexSettings): Variables {
  return {
    PIP_CERT: certificate,
    SSL_CERT_FILE: certificate,
    REQUESTS_CA_BUNDLE: certificate,
    PIP_CLIENT_CERT: clientCertificate,
    SSL_CLIENT_CERT: clientCertificate,
  }
}

/** In both cases, because some programs read only one of them. */
function proxyVariables({ proxies }: IndexSettings): Variables {
  const variables = Object.entries({
    HTTP_PROXY: proxies.http,
    HTTPS_PROXY: proxies.https,
    ALL_PROXY: proxies.all,
    NO_PROXY: proxies.none,
  })
  return Object.fromEntries(
    variables.flatMap(([name, value]) => [
      [name, value],
      [name.toLowerCase(), value],
    ]),
  )
}

function given(variables: Variables): Record<string, string> {
  return Object.fromEntries(
    Object.entries(variables).flatMap(([name, value]) => (value ? [[name, value]] : [])),
  )
}
