import { createServer, request, type IncomingHttpHeaders, type OutgoingHttpHeaders } from 'node:http'
import { brotliDecompressSync, gunzipSync, zstdDecompressSync } from 'node:zlib'

/** What a route of a journey does with a request that waits. */
export type Decision =
  | { readonly type: 'continue'; readonly headers?: OutgoingHttpHeaders; readonly body?: Buffer }
  | { readonly type: 'provide'; readonly status: number; readonly headers: OutgoingHttpHeaders; readonly body: Buffer }
  | { readonly type: 'fail' }

/** A request of the browser on its way. */
export interface Seen {
  readonly id: string
  readonly url: string
  readonly method: string
  readonly headers: IncomingHttpHeaders
}

/** What a proxy tells. Times are those of the events themselves. */
export interface Watcher {
  /** Answers what becomes of it: at once, or when a journey has decided. */
  readonly requested: (seen: Seen) => Promise<Decision>
  readonly answered: (seen: Seen, status: number, headers: IncomingHttpHeaders) => void
  readonly ended: (seen: Seen, status: number, headers: IncomingHttpHeaders, body: Buffer) => void
  readonly failed: (seen: Seen) => void
}

/** The browser's own network, as one setting. */
export interface Network {
  /** What the browser says it reads, as Accept-Language. */
  language: string
  /** What the browser says it is, as User-Agent, where a journey wants another name. */
  userAgent?: string | undefined
  isOffline: boolean
}

let requests = 0

const decoders: Readonly<Record<string, (body: Buffer) => Buffer>> = { gzip: gunzipSync, br: brotliDecompressSync, zstd: zstdDecompressSync }

/** The bytes of an answer without their compression. */
export const decoded = (body: Buffer, headers: IncomingHttpHeaders): Buffer => decoders[headers['content-encoding'] ?? '']?.(body) ?? body

/**
 * A proxy for one browser: it knows where `*.localhost` is, which the system's resolver may not, speaks the journey's language, and is where
 * requests are seen and held. Answers its address.
 */
export async function startProxy(network: Network, watcher: Watcher): Promise<string> {
  const server = createServer((incoming, outgoing) => {
    const forward = async (): Promise<void> => {
      const url = new URL(incoming.url ?? '/')
      const parts: Buffer[] = []
      for await (const part of incoming) parts.push(part as Buffer)
      const seen: Seen = { id: `request-${requests += 1}`, url: url.href, method: incoming.method ?? 'GET', headers: { ...incoming.headers, 'accept-language': network.language, ...(network.userAgent !== undefined && { 'user-agent': network.userAgent }) } }
      const decision = await watcher.requested(seen)
      if (network.isOffline || decision.type === 'fail') {
        watcher.failed(seen)
        outgoing.destroy()
        return
      }
      if (decision.type === 'provide') {
        outgoing.writeHead(decision.status, decision.headers).end(decision.body)
        watcher.answered(seen, decision.status, {})
        watcher.ended(seen, decision.status, {}, decision.body)
        return
      }
      const onward = request({ host: '127.0.0.1', port: url.port, path: url.pathname + url.search, method: seen.method, headers: { ...seen.headers, ...decision.headers } }, (answer) => {
        const received: Buffer[] = []
        watcher.answered(seen, answer.statusCode ?? 0, answer.headers)
        outgoing.writeHead(answer.statusCode ?? 502, answer.rawHeaders)
        answer.on('data', (part: Buffer) => { received.push(part) })
        answer.on('end', () => { watcher.ended(seen, answer.statusCode ?? 0, answer.headers, Buffer.concat(received)) })
        answer.pipe(outgoing)
      })
      onward.on('error', () => {
        watcher.failed(seen)
        outgoing.destroy()
      })
      outgoing.on('close', () => { if (!outgoing.writableEnded) onward.destroy() })
      onward.end(decision.body ?? Buffer.concat(parts))
    }
    forward().catch(() => outgoing.destroy())
  })
  await new Promise<void>((resolve) => { server.listen(0, '127.0.0.1', resolve) })
  const address = server.address()
  return `127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`
}
