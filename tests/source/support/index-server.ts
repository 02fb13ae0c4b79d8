import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { createServer as createSecureServer } from 'node:https'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { onTestFinished } from 'vitest'

export interface Reply {
  readonly status?: number
  readonly headers?: Record<string, string>
  readonly body?: string | Uint8Array
}

/** What the server says to a path; a list is used up from the front, its last reply stays. */
export type Replies = Record<string, Reply | readonly Reply[] | ((request: IncomingMessage) => Reply)>

export interface TestServer {
  readonly url: string
  /** Paths asked for, in order. */
  readonly asked: readonly string[]
}

/** A real web server on the loopback interface, until the test ends. Unknown paths get 404. */
export async function serve(replies: Replies, tls?: { cert: Buffer; key: Buffer }): Promise<TestServer> {
  const asked: string[] = []
  const counts = new Map<string, number>()
  const answer = (request: IncomingMessage, response: ServerResponse) => {
    const path = request.url ?? ''
    const count = counts.get(path) ?? 0
    asked.push(path)
    counts.set(path, count + 1)
    const { status = 200, headers = {}, body = '' } = replyTo(replies[path], request, count)
    response.writeHead(status, headers).end(body)
  }
  const server = tls === undefined ? createServer(answer) : createSecureServer(tls, answer)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  const { port } = server.address() as AddressInfo
  return { url: `${tls === undefined ? 'http' : 'https'}://127.0.0.1:${port}`, asked }
}

function replyTo(reply: Replies[string] | undefined, request: IncomingMessage, count: number): Reply {
  if (reply === undefined) return { status: 404 }
  if (typeof reply === 'function') return reply(request)
  if (!isList(reply)) return reply
  return reply[Math.min(count, reply.length - 1)] ?? { status: 404 }
}

function isList(reply: Reply | readonly Reply[]): reply is readonly Reply[] {
  return Array.isArray(reply)
}

export function json(files: readonly object[]): Reply {
  return {
    headers: { 'content-type': 'application/vnd.pypi.simple.v1+json' },
    body: JSON.stringify({ meta: { 'api-version': '1.1' }, name: 'demo', files }),
  }
}

export function html(links: string): Reply {
  return {
    headers: { 'content-type': 'text/html; charset=utf-8' },
    body: `<!DOCTYPE html><html><body>${links}</body></html>`,
  }
}
