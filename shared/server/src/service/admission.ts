import type { IncomingMessage } from 'node:http'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { Counter, Gauge, type Registry } from 'prom-client'
import { hasBody } from './body-watch.ts'
import { ServiceError } from './error-body.ts'
import { isProbe } from './monitoring.ts'

/** Times are milliseconds. */
const usual = {
  /** What three of four calls may take before fewer are worked on at once. */
  wellMs: 150,
  /** Between two looks at what calls took. */
  windowMs: 100,
  /** Calls that are worked on at once: to begin with, and the bounds. */
  first: 256, least: 16, most: 1024,
}
type AdmissionSettings = typeof usual

/** Bytes from which a body is large: pictures of documents, imports. Such calls take seconds, whatever the machine. */
const largeBody = 256 * 1024
/** Those have places of their own, always as many: they turn nobody else away, and what they take says nothing of the others (`npm run bench -- pictures`). */
const forLarge: Partial<AdmissionSettings> = { wellMs: Number.POSITIVE_INFINITY, first: 16, least: 16, most: 16 }
const isLarge = ({ headers }: Pick<IncomingMessage, 'headers'>): boolean => headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) >= largeBody

/** How often the delay of the event loop is looked at: what waits there was not seen by any hook yet. */
const loopMs = 20

/**
 * How many calls a process works on at once, found by what they take (REL-11): more by a tenth while most are quick and as many as may be are under way, fewer by a
 * quarter as soon as they are slow. So the wait of those that are taken has a bound whatever the machine can do at the moment, and the others can be turned away early.
 */
export class Admission {
  readonly #settings: AdmissionSettings
  #limit: number
  #underWay = 0
  #mostUnderWay = 0
  #times: number[] = []
  #since = 0

  constructor(settings: Partial<AdmissionSettings> = {}) {
    this.#settings = { ...usual, ...settings }
    this.#limit = this.#settings.first
  }

  get limit(): number { return Math.floor(this.#limit) }
  get underWay(): number { return this.#underWay }

  /** Whether a further call may be taken; for those that are `refusedLast` there are twice as many places. */
  hasPlace(refusedLast: boolean): boolean { return this.#underWay < this.limit * (refusedLast ? 2 : 1) }

  /** Work on a call that has a place begins. */
  begin(): void {
    this.#underWay += 1
    this.#mostUnderWay = Math.max(this.#mostUnderWay, this.#underWay)
  }

  /** Such a call was answered, `now`, after so many milliseconds. */
  done(tookMs: number, now: number): void {
    const { wellMs, windowMs, least, most } = this.#settings
    this.#underWay -= 1
    this.#times.push(tookMs)
    if (now - this.#since < windowMs) return
    const isSlow = (this.#times.sort((one, other) => one - other)[Math.floor((this.#times.length - 1) * 0.75)] ?? 0) > wellMs
    if (isSlow) this.#limit = Math.max(least, this.#limit * 0.75)
    else if (this.#mostUnderWay >= this.limit) this.#limit = Math.min(most, this.#limit * 1.1 + 1)
    this.#times = []
    this.#mostUnderWay = this.#underWay
    this.#since = now
  }
}

export interface AdmissionOptions {
  readonly metrics: Registry
  /** Calls that are turned away last, by their address: what lost money or a written answer would follow. */
  readonly refusedLast: (path: string) => boolean
  readonly settings?: Partial<AdmissionSettings>
}

/**
 * Answers calls above what the process can do now with 503 `Busy` and when to come again, before anything was begun. A call counts from when its body
 * is there until the first byte of its answer: who sends or reads slowly takes nobody's place.
 */
export function admitCalls(app: FastifyInstance, { metrics, refusedLast, settings }: AdmissionOptions): void {
  const [usualCalls, largeCalls] = [new Admission(settings), new Admission(forLarge)]
  const admissionOf = ({ raw }: FastifyRequest): Admission => (isLarge(raw) ? largeCalls : usualCalls)
  const refused = new Counter({ name: 'checkin_calls_refused_total', help: 'Calls that were turned away because the process has more to do than it can', registers: [metrics] })
  new Gauge({ name: 'checkin_calls_under_way', help: 'Calls that the process works on', registers: [metrics], collect() { this.set(usualCalls.underWay + largeCalls.underWay) } })
  new Gauge({ name: 'checkin_calls_limit', help: 'Calls that the process works on at most at the moment', registers: [metrics], collect() { this.set(usualCalls.limit + largeCalls.limit) } })
  let [looked, delayMs] = [performance.now(), 0]
  const timer = setInterval(() => {
    const now = performance.now()
    delayMs = Math.max(0, now - looked - loopMs)
    looked = now
  }, loopMs)
  timer.unref()
  app.addHook('onClose', (_app, done) => { clearInterval(timer); done() })

  const begun = new WeakMap<object, number>()
  const begin = (request: FastifyRequest): void => {
    admissionOf(request).begin()
    begun.set(request, performance.now() - delayMs)
  }
  const end = (request: FastifyRequest): void => {
    const since = begun.get(request)
    if (since === undefined) return
    begun.delete(request)
    const now = performance.now()
    admissionOf(request).done(now - since, now)
  }
  app.addHook('onRequest', (request, _reply, done) => {
    if (isProbe(request.routeOptions.url)) return done()
    if (!admissionOf(request).hasPlace(refusedLast(request.url))) {
      refused.inc()
      return done(new ServiceError(503, 'Busy', 'There is more to do than can be done at the moment', { headers: { 'retry-after': '2' } }))
    }
    if (!hasBody(request.raw)) begin(request)
    done()
  })
  app.addHook('preValidation', (request, _reply, done) => {
    if (!begun.has(request) && !isProbe(request.routeOptions.url)) begin(request)
    done()
  })
  app.addHook('onSend', (request, _reply, payload, done) => { end(request); done(null, payload) })
  // A caller that went away before there was an answer.
  app.addHook('onRequestAbort', (request, done) => { end(request); done() })
  app.addHook('onResponse', (request, _reply, done) => { end(request); done() })
}
