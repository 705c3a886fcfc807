import type { FastifyInstance, FastifyRequest } from 'fastify'
import { isProbe } from '../service/monitoring.ts'
import { within, type Span } from './spans.ts'
import type { Tracer } from './tracer.ts'

const spans = new WeakMap<FastifyRequest, Span>()

/** The span of a call; null where nothing is traced. */
export const spanOf = (request: FastifyRequest): Span | null => spans.get(request) ?? null

/**
 * A span for every call but probes, by the route's pattern: what stands in its places, the query, headers and bodies are no part of it. `isVouchedFor` says
 * whose `traceparent` also decides whether the call is recorded.
 */
export function traceCalls(app: FastifyInstance, tracer: Tracer, isVouchedFor: (request: FastifyRequest) => boolean): void {
  app.addHook('onReady', tracer.ready)
  app.addHook('onRequest', (request, _reply, done) => {
    const { method, headers: { traceparent }, routeOptions: { url: route = 'none' } } = request
    const span = isProbe(route) ? null : tracer.begin({
      name: `${method} ${route}`, kind: 'server', parent: typeof traceparent === 'string' ? traceparent : null, isVouchedFor: isVouchedFor(request),
      attributes: { 'http.request.method': method, 'http.route': route },
    })
    if (span) spans.set(request, span)
    within(span, done)
  })
  app.addHook('onResponse', (request, reply, done) => {
    spanOf(request)?.end({ status: reply.statusCode })
    done()
  })
}
