import type { FastifyInstance } from 'fastify'
import { Histogram, type Registry } from 'prom-client'

const paths = new Set(['/healthz', '/readyz', '/metrics'])

/** Probes are asked every few seconds: they are neither logged nor measured. */
export const isProbe = (path: string | undefined): boolean => path !== undefined && paths.has(path)

/** Whether a service can serve, and what is to be known of it. */
export type Ready = () => Promise<readonly string[] | void> | readonly string[] | void

export interface ProbeOptions {
  /** Throws while the service cannot serve; answers what somebody should look at although it can. */
  readonly ready: Ready
  /** Null leaves `/metrics` out: a public port must not show it. */
  readonly metrics: Registry | null
}

/** `/healthz` (the process is alive), `/readyz` (it can serve) and, on an internal port, `/metrics`. */
export function probeRoutes(app: FastifyInstance, options: ProbeOptions): void {
  const quiet = { logLevel: 'silent' } as const
  app.get('/healthz', quiet, (_request, reply) => reply.header('cache-control', 'no-store').send({ status: 'alive' }))
  app.get('/readyz', quiet, async (_request, reply) => {
    void reply.header('cache-control', 'no-store')
    try {
      const notes = await options.ready()
      return { status: 'ready', ...(notes && notes.length > 0 && { notes }) }
    } catch {
      return reply.code(503).send({ status: 'not ready' })
    }
  })
  const { metrics } = options
  if (metrics) app.get('/metrics', quiet, async (_request, reply) => reply.type(metrics.contentType).send(await metrics.metrics()))
}

/** Measures every call by route pattern; patterns, not addresses, so that nothing personal and no endless labels arise. */
export function measureCalls(app: FastifyInstance, name: string, registry: Registry): void {
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
}
