import { InfrastructureError, redactUrl } from '@quarry/core'
import { request as requestPlain, type IncomingMessage } from 'node:http'
import { request as requestSecure } from 'node:https'
import pRetry from 'p-retry'
import type { Connection } from './connection.ts'

export interface Answer {
  readonly status: number
  /** Where the body came from in the end, after redirects; without credentials. */
  readonly url: string
  readonly contentType: string
  readonly body: Buffer
}

export interface GetOptions {
  readonly accept: string
  /** Most bytes of the body. */
  readonly maxBytes: number
  readonly signal: AbortSignal
}

const retries = 3
const mostRedirects = 10

/**
 * Fetches a URL, following redirects. A network failure or an answer that says "later" is tried again a few times.
 * @throws InfrastructureError `network-failed` when that doesn't help. Any other answer is handed back, whatever its status.
 */
export async function get(url: string, connection: Connection, options: GetOptions): Promise<Answer> {
  return pRetry(() => getOnce(url, connection, options), {
    retries,
    minTimeout: 250,
    factor: 3,
    signal: options.signal,
    shouldRetry: ({ error }) => error instanceof InfrastructureError,
  })
}

async function getOnce(url: string, connection: Connection, options: GetOptions): Promise<Answer> {
  let place = new URL(url)
  let authorization = authorizationFor(place, connection)
  for (let redirects = 0; redirects <= mostRedirects; redirects++) {
    const message = await send(place, authorization, connection, options)
    const status = message.statusCode ?? 0
    const location = message.headers.location
    if (status >= 300 && status < 400 && location !== undefined) {
      message.resume()
      const next = new URL(location, place)
      const sameHost = next.host === place.host && next.protocol === place.protocol
      authorization = authorizationFor(next, connection) ?? (sameHost ? authorization : null)
      place = next
      continue
    }
    if (isTemporary(status)) {
      message.resume()
      throw failure(place, `the server answered with status ${status}`)
    }
    const body = await readBody(message, place, options.maxBytes)
    return {
      status,
      url: withoutLogin(place),
      contentType: (message.headers['content-type'] ?? '').split(';')[0]?.trim().toLowerCase() ?? '',
      body,
    }
  }
  throw failure(place, `more than ${mostRedirects} redirects`)
}

function send(
  url: URL,
  authorization: string | null,
  connection: Connection,
  { accept, signal }: GetOptions,
): Promise<IncomingMessage> {
  if (url.protocol !== 'http:' && url.protocol !== 'https:')
    throw failure(url, `a redirect leads to ${url.protocol}, which is not followed`)
  const request = url.protocol === 'http:' ? requestPlain : requestSecure
  const headers = {
    accept,
    'accept-encoding': 'identity',
    'user-agent': 'quarry',
    ...(authorization === null ? {} : { authorization }),
  }
  return new Promise((resolve, reject) => {
    const sent = request(withoutLogin(url), { headers, signal, agent: connection.agentFor(url) }, resolve)
    sent.setTimeout(connection.timeoutMs, () =>
      sent.destroy(new Error(`no answer within ${connection.timeoutMs / 1000} s`)),
    )
    sent.on('error', (error) => reject(signal.aborted ? error : failure(url, error.message, error)))
    sent.end()
  })
}

async function readBody(message: IncomingMessage, url: URL, maxBytes: number): Promise<Buffer> {
  const pieces: Buffer[] = []
  let size = 0
  try {
    for await (const piece of message) {
      pieces.push(piece)
      size += piece.length
      if (size > maxBytes) break
    }
  } catch (error) {
    throw failure(url, error instanceof Error ? error.message : 'the connection broke', error)
  }
  if (size > maxBytes) throw failure(url, `the answer has more than ${maxBytes} bytes`)
  return Buffer.concat(pieces)
}

/** Credentials in the URL come before those of netrc, as for pip. */
function authorizationFor(url: URL, connection: Connection): string | null {
  const login =
    url.username === ''
      ? connection.loginFor(url.hostname)
      : { user: decodeURIComponent(url.username), password: decodeURIComponent(url.password) }
  if (login === null) return null
  return `Basic ${Buffer.from(`${login.user}:${login.password}`).toString('base64')}`
}

function withoutLogin(url: URL): string {
  const bare = new URL(url)
  bare.username = ''
  bare.password = ''
  return bare.href
}

function isTemporary(status: number): boolean {
  return status >= 500 || status === 408 || status === 429
}

function failure(url: URL, reason: string, cause?: unknown): InfrastructureError {
  return new InfrastructureError(
    `cannot read ${redactUrl(url.href)}: ${reason}; check the network and pip's settings, then run again`,
    { code: 'network-failed', cause },
  )
}
