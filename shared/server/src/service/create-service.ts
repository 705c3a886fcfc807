import { randomUUID } from 'node:crypto'
import { flushCompileCache } from 'node:module'
import { setTimeout } from 'node:timers/promises'
import Fastify, { LogController, type FastifyInstance, type FastifyRequest } from 'fastify'
import { collectDefaultMetrics, Counter, Registry } from 'prom-client'
import { admitCalls, type AdmissionOptions } from './admission.ts'
import { guardAnswers } from './answer-headers.ts'
import { watchBodies } from './body-watch.ts'
import { watchCertificates } from './certificates.ts'
import { limitConnections } from './concurrency-limiter.ts'
import { answerError, closeWith, refuseBroken, requestTimeout, useErrorBody } from './error-body.ts'
import { errorInLog, requestInLog } from './log-masking.ts'
import { isProbe, measureCalls, probeRoutes, type Ready } from './monitoring.ts'
import { probeTls } from './probe-tls.ts'
import { requireOneHost } from './one-host.ts'
import { lookEveryMs, requestLimits, type RequestLimits } from './request-limits.ts'
import { logSecurityEvents } from '../security/security-log.ts'
import { processSettings } from '../settings.ts'
import { listenSettings, requireCallers, type CallersOf } from '../tls/callers.ts'
import { ownCertificateFiles } from '../tls/own-certificates.ts'
import { renewWith, tlsOptions } from '../tls/listen.ts'
import { currentSpan, within } from '../tracing/spans.ts'
import { spanOf, traceCalls } from '../tracing/trace-calls.ts'
import { traceSettings, type TraceSettings } from '../tracing/trace-settings.ts'
import { createTracer, type Tracer } from '../tracing/tracer.ts'
import { stopOnSignal } from './stop-on-signal.ts'

export interface ServiceOptions {
  readonly name: string
  /** Throws while the service cannot serve, for example while its database is away. */
  readonly ready?: Ready
  /** `info` by default; tests say `silent`, or give a destination to read what was written. */
  readonly log?: { readonly level?: string; readonly destination?: { readonly write: (line: string) => void } }
  /** Bytes that a body may have where a route does not say otherwise; 64 kB. */
  readonly bodyLimit?: number
  /** True when the service's own port is for the public: `/metrics` then lives only on `internalPort` of `listen`. */
  readonly publicPort?: boolean
  /** Instead of what the environment says (docs/operations.md), for tests. */
  readonly limits?: Partial<RequestLimits>
  /** Turns calls away that are more than the process can do now; without it every call is taken. */
  readonly admission?: Pick<AdmissionOptions, 'refusedLast' | 'settings'>
  /** Connections without a request that one client network may have open; unlimited by default. */
  readonly connectionsPerNetwork?: number
  /** Whose `traceparent` also decides whether a call is recorded; by default nobody's. */
  readonly isVouchedFor?: (request: FastifyRequest) => boolean
  /** Which of its calls are for services of the installation alone, and for which; asked where the environment names callers. */
  readonly callersOf?: CallersOf
  /** Instead of what the environment says, for tests; null traces nothing. */
  readonly traces?: TraceSettings | null
}

export interface ListenOptions {
  readonly port: number
  /** Loopback by default. */
  readonly host?: string
  /** A second port with `/healthz`, `/readyz` and `/metrics`. */
  readonly internalPort?: number
  /** Where the second port is opened; loopback by default. */
  readonly internalHost?: string
}

export interface Service {
  readonly app: FastifyInstance
  /** The service's own numbers join the standard ones here. */
  readonly metrics: Registry
  /** Tells of a security event of the service's own work, by its name in the catalogue (DEC-216), and of which work, a word of the program; throws for another one. */
  readonly securityEvent: (name: string, work?: string) => void
  /** The traces of this service. */
  readonly tracer: Tracer
  /** Opens the ports and stops gracefully on SIGTERM and SIGINT. Answers the port that was taken. */
  readonly listen: (options: ListenOptions) => Promise<number>
  /** For a process that works and takes no calls: opens one port with probes and metrics only, and stops as `listen` does. */
  readonly listenForProbes: (options: { readonly port: number; readonly host: string }) => Promise<void>
  /** Work to do when the service stops, after the last answer left; latest first. */
  readonly onStop: (work: () => Promise<void> | void) => void
  readonly stop: () => Promise<void>
}

/** What a service may take for its own work after the last connection was closed, before the process ends anyway. */
const workMs = 10_000

/** Answers what is under way; connections that are still open after `mostMs` are closed. */
async function closeWithin(app: FastifyInstance, mostMs: number): Promise<void> {
  const late = globalThis.setTimeout(() => { app.server.closeAllConnections() }, mostMs)
  await app.close()
  clearTimeout(late)
}

/**
 * The one HTTP base of all services: error body, request ids, one masked log line per call, probes, metrics, graceful stop, and limits for
 * clients that send half a request.
 * @throws SettingsError when a limit in the environment cannot be used.
 */
export function createService(options: ServiceOptions): Service {
  const limits: RequestLimits = { ...requestLimits(), ...options.limits }
  const tls = listenSettings()
  const app: FastifyInstance = Fastify({
    logger: {
      level: options.log?.level ?? processSettings().logLevel,
      base: { service: options.name },
      serializers: { err: errorInLog },
      // A copy: what a line says is assigned to it, and would stand in every later line of the span too.
      mixin: () => ({ ...currentSpan()?.ids }),
      ...(options.log?.destination && { stream: options.log.destination }),
    },
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: () => randomUUID(),
    requestIdHeader: false,
    bodyLimit: options.bodyLimit ?? 64 * 1024,
    forceCloseConnections: 'idle',
    // Whoever still has a connection is answered: a proxy would pass a refusal on.
    return503OnClosing: false,
    keepAliveTimeout: limits.idleMs,
    // The body's time depends on its size and is watched apart, so there is no limit for a request as a whole.
    requestTimeout: 0,
    ...tlsOptions(tls, { requestTimeout: 0, headersTimeout: limits.headerMs, connectionsCheckingInterval: lookEveryMs(limits) }),
    clientErrorHandler: (error, socket) => {
      if (error.code === 'ERR_HTTP_REQUEST_TIMEOUT') slowRequests.inc({ part: 'headers' })
      refuseBroken(error, socket)
    },
    routerOptions: { maxParamLength: 200 },
    frameworkErrors: (error, request, reply) => { answerError(error, request, reply) },
  })
  const traces = options.traces === undefined ? traceSettings() : options.traces
  const metrics = new Registry()
  const tracer = createTracer(options.name, traces, metrics)
  if (traces) traceCalls(app, tracer, options.isVouchedFor ?? (() => false))
  useErrorBody(app)
  requireOneHost(app)
  guardAnswers(app)
  measureCalls(app, options.name, metrics)
  watchCertificates([...new Set([...processSettings().certificateFiles, ...ownCertificateFiles()])], metrics)
  const securityEvent = logSecurityEvents(app, { service: options.name, metrics })
  if (tls?.callers && tls.signers) requireCallers(app, { names: tls.callers, signers: tls.signers.current }, options.callersOf ?? (() => null))
  if (options.admission) admitCalls(app, { metrics, ...options.admission })
  const slowRequests = new Counter({ name: 'http_slow_requests_total', help: 'Requests that were given up because their headers or their body did not come in time', labelNames: ['part'], registers: [metrics] })
  for (const part of ['headers', 'body']) slowRequests.inc({ part }, 0)
  watchBodies(app.server, limits, ({ socket }, response) => {
    slowRequests.inc({ part: 'body' })
    if (response.headersSent) socket.destroy()
    else closeWith(socket, requestTimeout)
  })
  if (options.connectionsPerNetwork !== undefined) limitConnections(app.server, options.connectionsPerNetwork)
  app.addHook('onResponse', (request, reply, done) => {
    if (!isProbe(request.routeOptions.url)) {
      within(spanOf(request), () => { request.log.info({ ...requestInLog(request), status: reply.statusCode, ms: Math.round(reply.elapsedTime) }, 'call') })
    }
    done()
  })
  // A proxy in front takes this connection for no further call, so that none is under way on it when it is closed.
  app.addHook('onSend', (_request, reply, payload, done) => {
    if (stopping) void reply.header('connection', 'close')
    done(null, payload)
  })
  const renewal = tls && renewWith(app, tls)
  const ready = async () => {
    if (stopping) throw new Error('the service is stopping')
    return options.ready?.()
  }
  probeRoutes(app, { ready, metrics: options.publicPort ? null : metrics })

  const onStopWork: (() => Promise<void> | void)[] = []
  let stopping: Promise<void> | null = null
  const stop = () => (stopping ??= (async () => {
    if (limits.unreadyMs > 0 && app.server.listening) await setTimeout(limits.unreadyMs)
    await closeWithin(app, limits.drainMs)
    renewal?.stop()
    for (const work of onStopWork.reverse()) await work()
    await tracer.stop()
  })())

  const openProbes = async (port: number, host: string): Promise<void> => {
    const tls = probeTls()
    const internal: FastifyInstance = tls ? Fastify({ logger: false, https: tls }) : Fastify({ logger: false })
    useErrorBody(internal)
    requireOneHost(internal)
    guardAnswers(internal)
    probeRoutes(internal, { ready, metrics })
    await internal.listen({ port, host })
    onStopWork.push(() => internal.close())
  }
  const answerSignals = (): void => {
    onStopWork.push(stopOnSignal(stop, { log: app.log, mostMs: limits.unreadyMs + limits.drainMs + workMs }))
    // What was compiled speeds up the next start, also when this process does not live to write it at its end.
    flushCompileCache()
  }

  return {
    app,
    metrics,
    securityEvent,
    tracer,
    onStop: (work) => { onStopWork.push(work) },
    stop,
    listenForProbes: async ({ port, host }) => {
      await tracer.ready()
      collectDefaultMetrics({ register: metrics })
      await openProbes(port, host)
      answerSignals()
    },
    listen: async ({ port, host = '127.0.0.1', internalPort, internalHost = '127.0.0.1' }) => {
      collectDefaultMetrics({ register: metrics })
      if (internalPort !== undefined) await openProbes(internalPort, internalHost)
      await app.listen({ port, host, listenTextResolver: (address) => `${options.name} listens on ${address}` })
      answerSignals()
      const address = app.server.address()
      return typeof address === 'object' && address ? address.port : port
    },
  }
}
