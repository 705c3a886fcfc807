import { randomUUID } from 'node:crypto'
import Fastify, { LogController, type FastifyInstance } from 'fastify'
import { collectDefaultMetrics, type Registry } from 'prom-client'
import { answerError, useErrorBody } from './error-body.ts'
import { errorInLog, requestInLog } from './log-masking.ts'
import { measureCalls } from './metrics.ts'
import { isProbe, probeRoutes } from './probes.ts'
import { stopOnSignal } from './stop-on-signal.ts'

export interface ServiceOptions {
  readonly name: string
  /** Throws while the service cannot serve, for example while its database is away. */
  readonly ready?: () => Promise<void> | void
  /** `info` unless told; tests say `silent`, or give a destination to read what was written. */
  readonly log?: { readonly level?: string; readonly destination?: { readonly write: (line: string) => void } }
  /** Bytes that a body may have where a route does not say otherwise; 64 kB. */
  readonly bodyLimit?: number
  /** True when the service's own port is for the public: `/metrics` then lives only on `internalPort` of `listen`. */
  readonly publicPort?: boolean
}

export interface ListenOptions {
  readonly port: number
  /** Loopback unless told. */
  readonly host?: string
  /** A second port, loopback only, with `/healthz`, `/readyz` and `/metrics`. */
  readonly internalPort?: number
}

export interface Service {
  readonly app: FastifyInstance
  /** The service's own numbers join the standard ones here. */
  readonly metrics: Registry
  /** Opens the ports and stops gracefully on SIGTERM and SIGINT. Answers the port that was taken. */
  readonly listen: (options: ListenOptions) => Promise<number>
  /** Work to do when the service stops, after the last answer left; latest first. */
  readonly onStop: (work: () => Promise<void> | void) => void
  readonly stop: () => Promise<void>
}

/** The one HTTP base of all services: error body, request ids, one masked log line per call, probes, metrics, graceful stop. */
export function createService(options: ServiceOptions): Service {
  const app: FastifyInstance = Fastify({
    logger: {
      level: options.log?.level ?? process.env['CHECKIN_LOG_LEVEL'] ?? 'info',
      base: { service: options.name },
      serializers: { err: errorInLog },
      ...(options.log?.destination && { stream: options.log.destination }),
    },
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: () => randomUUID(),
    requestIdHeader: false,
    bodyLimit: options.bodyLimit ?? 64 * 1024,
    forceCloseConnections: 'idle',
    routerOptions: { maxParamLength: 200 },
    frameworkErrors: (error, request, reply) => { answerError(error, request, reply) },
  })
  useErrorBody(app)
  const metrics = measureCalls(app, options.name)
  app.addHook('onResponse', (request, reply, done) => {
    if (!isProbe(request.routeOptions.url)) {
      request.log.info({ ...requestInLog(request), status: reply.statusCode, ms: Math.round(reply.elapsedTime) }, 'call')
    }
    done()
  })
  const ready = options.ready ?? (() => undefined)
  probeRoutes(app, { ready, metrics: options.publicPort ? null : metrics })

  const onStopWork: (() => Promise<void> | void)[] = []
  let stopping: Promise<void> | null = null
  const stop = () => (stopping ??= (async () => {
    await app.close()
    for (const work of onStopWork.reverse()) await work()
  })())

  return {
    app,
    metrics,
    onStop: (work) => { onStopWork.push(work) },
    stop,
    listen: async ({ port, host = '127.0.0.1', internalPort }) => {
      collectDefaultMetrics({ register: metrics })
      if (internalPort !== undefined) {
        const internal = Fastify({ logger: false })
        probeRoutes(internal, { ready, metrics })
        await internal.listen({ port: internalPort, host: '127.0.0.1' })
        onStopWork.push(() => internal.close())
      }
      await app.listen({ port, host, listenTextResolver: (address) => `${options.name} listens on ${address}` })
      stopOnSignal(stop, app.log)
      const address = app.server.address()
      return typeof address === 'object' && address ? address.port : port
    },
  }
}
