/** Where packages come from, as pip on this machine is set. Plain data: a caller that moves a file replaces its path. */
export interface IndexSettings {
  /** Best first, credentials included; empty when no index may be asked. URLs, or directories laid out like an index. */
  readonly indexUrls: readonly string[]
  /** URLs of pages, or absolute paths of directories, with archives. */
  readonly findLinks: readonly string[]
  /** File of the certificate authorities to trust in place of the built-in ones; absolute. */
  readonly certificate: string | null
  /** File with the client's certificate and key; absolute. */
  readonly clientCertificate: string | null
  /** `host` or `host:port`, trusted without a valid certificate. */
  readonly trustedHosts: readonly string[]
  readonly proxies: ProxySettings
  /** Seconds to wait for the network; null: the installer's own limit. */
  readonly timeoutSeconds: number | null
}

export interface ProxySettings {
  readonly http: string | null
  readonly https: string | null
  /** For every scheme that has none of its own. */
  readonly all: string | null
  /** Hosts to reach without a proxy, separated by commas. */
  readonly none: string | null
}
