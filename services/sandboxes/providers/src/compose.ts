import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { Service } from '@checkin/server'

/** One sandbox and the host name that its callers use. */
export interface HostedSandbox {
  readonly host: string
  readonly service: Service
}

export interface Composed {
  readonly port: number
  readonly stop: () => Promise<void>
}

/**
 * Serves every sandbox on one port of loopback, distinguished by the Host header; another name gets 421, so that no web page
 * can reach one by a name of its own. The sandboxes know nothing of each other.
 */
export async function serveByHost(sandboxes: readonly HostedSandbox[], port: number): Promise<Composed> {
  await Promise.all(sandboxes.map(({ service }) => service.app.ready()))
  const byHost = new Map(sandboxes.map(({ host, service }) => [host, service.app]))
  const server = createServer((request: IncomingMessage, response: ServerResponse) => {
    const name = (request.headers.host ?? '').toLowerCase().replace(/:\d+$/, '')
    const app = byHost.get(name)
    if (app) app.routing(request, response)
    else response.writeHead(421, { 'content-type': 'text/plain' }).end('No provider has this name')
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, '127.0.0.1', resolve)
  })
  const address = server.address()
  return {
    port: typeof address === 'object' && address ? address.port : port,
    stop: async () => {
      const closed = new Promise((resolve) => server.close(resolve))
      // Some connections are kept open on purpose, as a provider that never answers keeps them.
      server.closeAllConnections()
      await closed
      for (const { service } of sandboxes) await service.stop()
    },
  }
}
