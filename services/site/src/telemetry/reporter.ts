import type { RouteName } from '@checkin/remote'
import { repeat, type Repeated } from '@checkin/server'
import { vitalBounds, type ErrorCount, type ReportBatch, type TraceReport, type VitalCount, type VitalName } from '@checkin/telemetry'
import { countValue, emptyBuckets, RateLimiter, Tally } from './counters.ts'
import { HealthSamples, type SessionVersion } from './health-samples.ts'
import { ScreenStays, type SessionScreen } from './screen-stays.ts'
import { ServiceLevels } from './service-levels.ts'
import { StepFunnel } from './step-funnel.ts'

/** What went wrong: where in a module's life, why, and on which screen. */
export type ErrorReport = Pick<ErrorCount, 'phase' | 'reason' | 'step'>

/** Whose page sent a report, and when. */
export interface ReportOrigin {
  readonly session: string
  /** The client's network address. */
  readonly address: string
  /** Milliseconds since the epoch. */
  readonly now: number
}

/** So many renters behind one address may each see a version break: an office, a ship, an airport. */
const sessionsPerAddress = 10
/** Failures that one session may leave a code for within ten minutes; nobody reads more out. */
const tracesPerSession = 5
const tracesPerBatch = 200

export interface ReporterOptions {
  /** Broken sessions that one address may add to one version within ten minutes, and stays on each of its screens: nobody alone rolls a version back by pretending. */
  readonly badPerAddress: number
}

/** Collects what pages report between two batches. Nothing of a batch names a session or an address. */
export class Reporter {
  /** How this server itself does. */
  readonly levels = new ServiceLevels()
  readonly #health = new HealthSamples()
  readonly #funnel = new StepFunnel()
  readonly #stays = new ScreenStays()
  readonly #errors = new Tally<Omit<ErrorCount, 'count'>, Pick<ErrorCount, 'count'>>()
  readonly #vitals = new Tally<Omit<VitalCount, 'buckets'>, Pick<VitalCount, 'buckets'>>()
  readonly #live = new Tally<{ host: string; setId: number }, { visits: number }>()
  readonly #badLimit: RateLimiter
  readonly #stayLimit: RateLimiter
  readonly #sessionTraceLimit = new RateLimiter(tracesPerSession)
  readonly #addressTraceLimit: RateLimiter
  #traces: TraceReport[] = []

  constructor({ badPerAddress }: ReporterOptions) {
    this.#badLimit = new RateLimiter(badPerAddress)
    this.#stayLimit = new RateLimiter(badPerAddress)
    this.#addressTraceLimit = new RateLimiter(badPerAddress * sessionsPerAddress)
  }

  pageSent(session: string, host: string, set: { readonly id: number; readonly shell: { readonly version: string } }, now: number): void {
    this.#health.sent({ session, host, module: 'shell', version: set.shell.version }, now)
    this.#live.row({ host, setId: set.id }, { visits: 0 }).visits += 1
  }

  alive(shell: SessionVersion, now: number): void {
    this.#health.alive(shell, now)
  }

  started(of: SessionVersion, now: number): void {
    this.#health.started(of, now)
  }

  failed(of: SessionVersion, { phase, reason, step }: ErrorReport, address: string, now: number): void {
    const { host, module, version } = of
    this.#errors.row({ host, module, version, phase, reason, step }, { count: 0 }).count += 1
    if (step !== '') this.#funnel.add(of, step, 'failed')
    if (this.#badLimit.take([address, module, version].join('\n'), now)) this.#health.failed(of)
  }

  /** A renter sees a failure and the code for it. Many renters may share an address; nobody fills the registry from it. */
  traced(trace: TraceReport, { session, address, now }: ReportOrigin): void {
    if (!this.#sessionTraceLimit.take(session, now) || !this.#addressTraceLimit.take(address, now)) return
    if (this.#traces.length < tracesPerBatch) this.#traces.push(trace)
  }

  /** A session came to a screen. Whether its stay is watched is decided before anybody knows how it ends, so that the rate limit favours neither end. */
  reached(of: SessionVersion, step: RouteName, { shell, address, now }: { readonly shell: string; readonly address: string; readonly now: number }): void {
    this.#funnel.add(of, step, 'reached')
    if (!this.#stayLimit.take([address, of.module, of.version, step].join('\n'), now)) return
    for (const screen of screensOf(of, step, shell)) this.#stays.reached(screen, now)
  }

  /** A session went on from a screen. */
  left(of: SessionVersion, step: RouteName, shell: string): void {
    this.#funnel.add(of, step, 'left')
    this.#health.proved(of)
    for (const screen of screensOf(of, step, shell)) this.#stays.left(screen)
  }

  /** The page of a screen still answers after a while. */
  answered(of: SessionVersion): void {
    this.#health.proved(of)
  }

  measured({ host, module, version }: SessionVersion, name: VitalName, value: number): void {
    countValue(this.#vitals.row({ host, module, version, name }, { buckets: emptyBuckets(vitalBounds[name]) }).buckets, vitalBounds[name], value)
  }

  /** What there is to report; null when nothing happened. What is drained is gone, whether it arrives or not. */
  drain(now: number): ReportBatch | null {
    const levels = this.levels.drain()
    const rows = {
      outcomes: this.#health.drain(now), errors: this.#errors.drain(), vitals: this.#vitals.drain(), steps: this.#funnel.drain(),
      stays: this.#stays.drain(now), live: this.#live.drain(), traces: this.#traces,
    }
    this.#traces = []
    return levels || Object.values(rows).some((each) => each.length > 0) ? { ...rows, ...(levels && { levels }) } : null
  }
}

/** A screen counts for its module and for the shell that led there: a new version of either may be why nobody goes on. */
const screensOf = (of: SessionVersion, step: RouteName, shell: string): readonly SessionScreen[] =>
  [{ ...of, step }, { ...of, module: 'shell', version: shell, step }]

/** Sends what pages reported. What the registry does not take is dropped: it is down, and renters come first. */
export const sendReports = (reporter: Reporter, send: (batch: ReportBatch) => Promise<unknown>, everyMs: number): Pick<Repeated<void>, 'stop'> => repeat(async () => {
  const batch = reporter.drain(Date.now())
  if (batch) await send(batch)
}, everyMs)
