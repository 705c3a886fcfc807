import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A server of an attacker, under any name below `localhost`: it writes down what reaches it, and serves what an attack needs. */
export interface ForeignServer {
  /** Its origin under a host name: `evil.localhost` is another site, `evil.costaverde.localhost` a neighbour of the tenant's own. */
  readonly origin: (host?: string) => string
  /** Sets the page that stands at a path. */
  readonly serves: (path: string, html: string) => void
  /** Names of the attacks of a run that reached it. */
  readonly hits: (run: number) => ReadonlySet<string>
  readonly stop: () => void
}

/** What a try is known by at the foreign server. */
export const hitPath = (run: number, name: string): string => `/hit/${run}/${encodeURIComponent(name)}`

/** Whatever the browser asked for, so that it goes on with it: code that marks its page, a style, a picture, a page. */
function loot(name: string, destination: unknown): readonly [type: string, text: string] {
  if (destination === 'style') return ['text/css', 'html { color: red }']
  if (destination === 'image') return ['image/svg+xml', '<svg xmlns="http://www.w3.org/2000/svg"/>']
  if (destination === 'iframe' || destination === 'document' || destination === 'object' || destination === 'embed') return ['text/html', '<!doctype html><title>Foreign</title>']
  return ['text/javascript', `try { (globalThis.loot ??= []).push(${JSON.stringify(name)}) } catch {}`]
}

/** Starts it on a free port of this machine. */
export async function foreignServer(): Promise<ForeignServer> {
  const hits = new Map<number, Set<string>>()
  const pages = new Map<string, string>()
  const server = createServer((request: IncomingMessage, response: ServerResponse) => {
    const path = request.url?.split('?')[0] ?? '/'
    const [, run, name] = /^\/hit\/(\d+)\/(.+)$/.exec(path) ?? []
    response.setHeader('access-control-allow-origin', '*')
    request.resume()
    if (run === undefined || name === undefined) {
      response.setHeader('content-type', 'text/html').end(pages.get(path) ?? '<!doctype html><title>Foreign</title>')
      return
    }
    const what = decodeURIComponent(name)
    hits.set(Number(run), (hits.get(Number(run)) ?? new Set()).add(what))
    const [type, text] = loot(what, request.headers['sec-fetch-dest'])
    response.setHeader('content-type', type).end(text)
  })
  server.on('upgrade', (request, socket) => {
    const [, run, name] = /^\/hit\/(\d+)\/(.+)$/.exec(request.url ?? '') ?? []
    if (run !== undefined && name !== undefined) hits.set(Number(run), (hits.get(Number(run)) ?? new Set()).add(decodeURIComponent(name)))
    socket.destroy()
  })
  await new Promise<void>((resolve) => { server.listen(0, '127.0.0.1', resolve) })
  const { port } = server.address() as AddressInfo
  return {
    origin: (host = 'evil.localhost') => `http://${host}:${port}`,
    serves: (path, html) => { pages.set(path, html) },
    hits: (run) => hits.get(run) ?? new Set(),
    stop: () => { server.closeAllConnections(); server.close() },
  }
}
