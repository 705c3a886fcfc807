import { serveBothProtocols, type StreamListener } from '@checkin/sandbox-kit'
import type { Service } from '@checkin/server'

/** One sandbox and the host name that its callers use. */
export interface HostedSandbox {
  readonly host: string
  readonly service: Service
  /** Answers calls of HTTP/2, of the one that is called by it. */
  readonly stream?: StreamListener
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
  const byHost = new Map(sandboxes.map((sandbox) => [sandbox.host, sandbox]))
  const named = (authority: string | undefined): HostedSandbox | undefined => byHost.get((authority ?? '').toLowerCase().replace(/:\d+$/, ''))
  const served = await serveBothProtocols((request, response) => {
    const sandbox = named(request.headers.host)
    if (sandbox) sandbox.service.app.routing(request, response)
    else response.writeHead(421, { 'content-type': 'text/plain' }).end('No provider has this name')
  }, (stream, headers) => {
    const answer = named(headers[':authority'])?.stream
    if (answer) answer(stream, headers)
    else {
      stream.respond({ ':status': 421 })
      stream.end()
    }
  }, port)
  return {
    port: served.port,
    stop: async () => {
      await served.stop()
      for (const { service } of sandboxes) await service.stop()
    },
  }
}
