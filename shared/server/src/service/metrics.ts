import type { FastifyInstance } from 'fastify'
import { Histogram, Registry } from 'prom-client'

/** Measures every call by route pattern; patterns, not addresses, so that nothing personal and no endless labels arise. */
export function measureCalls(app: FastifyInstance, name: string): Registry {
  const registry = new Registry()
  registry.setDefaultLabels({ service: name })
  const duration = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Duration of HTTP calls in seconds',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
    registers: [registry],
  })
  app.addHook('onResponse', (request, reply, done) => {
    duration.observe({ method: request.method, route: request.routeOptions.url ?? 'none', status: reply.statusCode }, reply.elapsedTime / 1000)
    done()
  })
  return registry
}
