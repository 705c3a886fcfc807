import type { FastifyInstance } from 'fastify'
import type { Registry } from 'prom-client'

const paths = new Set(['/healthz', '/readyz', '/metrics'])

/** Probes are asked every few seconds: they are neither logged nor measured. */
export const isProbe = (path: string | undefined): boolean => path !== undefined && paths.has(path)

export interface ProbeOptions {
  /** Throws while the service cannot serve. */
  readonly ready: () => Promise<void> | void
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
      await options.ready()
      return { status: 'ready' }
    } catch {
      return reply.code(503).send({ status: 'not ready' })
    }
  })
  const { metrics } = options
  if (metrics) app.get('/metrics', quiet, async (_request, reply) => reply.type(metrics.contentType).send(await metrics.metrics()))
}
