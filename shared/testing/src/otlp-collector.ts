import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A span as a collector reads it. */
export interface CollectedSpan {
  /** `service.name` of who sent it. */
  readonly service: string
  readonly name: string
  readonly traceId: string
  readonly spanId: string
  /** Empty at the root of a trace. */
  readonly parentSpanId: string
  /** 2 server, 3 client, 5 consumer. */
  readonly kind: number
  readonly attributes: Readonly<Record<string, string | number>>
}

interface Attribute { readonly key: string; readonly value: { readonly stringValue?: string; readonly intValue?: number | string } }
interface Sent {
  readonly resourceSpans: readonly {
    readonly resource: { readonly attributes: readonly Attribute[] }
    readonly scopeSpans: readonly { readonly spans: readonly (Pick<CollectedSpan, 'name' | 'traceId' | 'spanId' | 'kind'> & { readonly parentSpanId?: string; readonly attributes: readonly Attribute[] })[] }[]
  }[]
}

const valuesOf = (attributes: readonly Attribute[]): Record<string, string | number> =>
  Object.fromEntries(attributes.map(({ key, value }) => [key, value.stringValue ?? Number(value.intValue)]))

/** The spans of a body of OTLP over HTTP in JSON. */
export const readSpans = (body: string): readonly CollectedSpan[] => (JSON.parse(body) as Sent).resourceSpans.flatMap(({ resource, scopeSpans }) => scopeSpans.flatMap(({ spans }) =>
  spans.map(({ parentSpanId = '', attributes, name, traceId, spanId, kind }) => ({ service: String(valuesOf(resource.attributes)['service.name']), name, traceId, spanId, parentSpanId, kind, attributes: valuesOf(attributes) }))))

/** A collector on loopback that takes OTLP over HTTP and reads what arrives; with `answers` it treats its callers in another way, and `took` hears of what came. */
export async function otlpCollector({ answers = (response: ServerResponse) => { response.setHeader('content-type', 'application/json').end('{}') }, took }: { readonly answers?: (response: ServerResponse) => void; readonly took?: (spans: readonly CollectedSpan[]) => void } = {}) {
  const spans: CollectedSpan[] = []
  const calls: { readonly path: string; readonly headers: IncomingHttpHeaders; readonly body: string }[] = []
  const server = createServer((request, response) => {
    const parts: Buffer[] = []
    request.on('data', (part: Buffer) => parts.push(part))
    request.on('end', () => {
      const body = Buffer.concat(parts).toString('utf8')
      calls.push({ path: request.url ?? '', headers: request.headers, body })
      const sent = readSpans(body)
      spans.push(...sent)
      took?.(sent)
      answers(response)
    })
  })
  await new Promise<void>((resolve) => { server.listen(0, '127.0.0.1', resolve) })
  return {
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    spans,
    calls,
    stop: () => new Promise<void>((resolve) => { server.close(() => { resolve() }); server.closeAllConnections() }),
  }
}
export type OtlpCollector = Awaited<ReturnType<typeof otlpCollector>>
