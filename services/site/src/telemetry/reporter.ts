import type { SettingValues } from '@checkin/releases'
import { settingsKey } from '@checkin/releases/settings-key'
import type { ScreenName } from '@checkin/remote'
import { RateLimiter, repeat, type Repeated } from '@checkin/server'
import { vitalBounds, type ErrorCount, type ReportBatch, type StackCount, type StackFrame, type TraceReport, type VitalCount, type VitalName } from '@checkin/telemetry'
import { countValue, emptyBuckets, Tally } from './counters.ts'
import { HealthSamples, type SessionVersion } from './health-samples.ts'
import { JourneyOutcomes, type JourneyState } from './journey-outcomes.ts'
import { ScreenStays, type SessionScreen } from './screen-stays.ts'
import { ServiceLevels } from './service-levels.ts'
import { StepFunnel } from './step-funnel.ts'
import { evidenceNetworks, Witnesses, type WitnessOptions } from './witnesses.ts'

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

/**
 * What one visit, and all visits of one network (/24, /48) together, may send within ten minutes: asked before anything is counted or stored, so that
 * nobody fills the registry. Many renters may share an address: an office, a ship, an airport.
 */
const budgets = {
  /** Of any kind. A visit of half an hour sends about a hundred. */
  reports: { session: 300, network: 6000 },
  failures: { session: 20, network: 100 },
  /** Codes that a renter reads out. */
  traces: { session: 5, network: 20 },
  /** Places of errors: one of each kind is enough to read it back. */
  stacks: { session: 5, network: 20 },
} as const
type Budget = keyof typeof budgets
const tracesPerBatch = 200
const stacksPerBatch = 100

/** What of a release set is counted: its versions, and what is set of them. */
export interface CountedSet {
  readonly shell: { readonly version: string }
  readonly modules: Readonly<Record<string, { readonly version: string }>>
  readonly settings?: Readonly<Record<string, SettingValues>> | undefined
}

/** A module of its set as a session runs it; undefined where the set has none of this name. The set decides what is set, never the page. */
export function versionIn(set: CountedSet, { session, host, module }: Pick<SessionVersion, 'session' | 'host' | 'module'>): SessionVersion | undefined {
  const version = module === 'shell' ? set.shell.version : set.modules[module]?.version
  return version === undefined ? undefined : { session, host, module, version, settings: settingsKey(set.settings?.[module]) }
}

/** The shell of its set as a session runs it. */
export const shellIn = ({ shell: { version }, settings }: Pick<CountedSet, 'shell' | 'settings'>, { session, host }: Pick<SessionVersion, 'session' | 'host'>): SessionVersion =>
  ({ session, host, module: 'shell', version, settings: settingsKey(settings?.['shell']) })

export type ReporterOptions = WitnessOptions

/** The limiters of one kind of report. */
class Budgeted {
  readonly #session: RateLimiter
  readonly #network: RateLimiter

  constructor(budget: Budget, isShared: boolean) {
    this.#session = new RateLimiter(budgets[budget].session)
    // Where everybody has the same address, a network tells nobody apart.
    this.#network = new RateLimiter(isShared ? Number.POSITIVE_INFINITY : budgets[budget].network)
  }

  take({ session, address, now }: ReportOrigin): boolean {
    return this.#session.take(session, now) && this.#network.take(evidenceNetworks(address).network, now)
  }
}

/** Collects what pages report between two batches. Nothing of a batch names a session or an address. */
export class Reporter {
  /** How this server itself does. */
  readonly levels = new ServiceLevels()
  readonly #witnesses: Witnesses
  readonly #health: HealthSamples
  readonly #funnel = new StepFunnel()
  readonly #stays: ScreenStays
  readonly #journeys: JourneyOutcomes
  readonly #errors = new Tally<Omit<ErrorCount, 'count'>, Pick<ErrorCount, 'count'>>()
  readonly #vitals = new Tally<Omit<VitalCount, 'buckets'>, Pick<VitalCount, 'buckets'>>()
  readonly #live = new Tally<{ host: string; setId: number }, { visits: number }>()
  readonly #budgeted: Readonly<Record<Budget, Budgeted>>
  #traces: TraceReport[] = []
  readonly #stacks = new Map<string, StackCount>()

  constructor(options: ReporterOptions) {
    const witnesses = new Witnesses(options)
    this.#witnesses = witnesses
    this.#health = new HealthSamples((of, end) => witnesses.weigh(of, end))
    this.#stays = new ScreenStays((screen, end) => witnesses.counts(screen, end))
    this.#journeys = new JourneyOutcomes((of, end) => witnesses.counts(of, end))
    const isShared = options.hostileNetworks === 0
    this.#budgeted = { reports: new Budgeted('reports', isShared), failures: new Budgeted('failures', isShared), traces: new Budgeted('traces', isShared), stacks: new Budgeted('stacks', isShared) }
  }

  /** Whether one more report of this visit is read at all. */
  takes(from: ReportOrigin): boolean {
    return this.#budgeted.reports.take(from)
  }

  /** A page was sent to a visit that may be a renter's. */
  pageSent({ session, address, now }: ReportOrigin, host: string, set: Pick<CountedSet, 'shell' | 'settings'> & { readonly id: number }): void {
    this.#live.row({ host, setId: set.id }, { visits: 0 }).visits += 1
    const shell = shellIn(set, { session, host })
    this.#witnesses.seat(shell, address, now)
    this.#health.sent(shell, now)
  }

  /** A script of the page ran that is no part of the shell. */
  scriptRan(shell: SessionVersion): void {
    this.#health.scripted(shell)
  }

  /** The API says that this visit proved a reservation. */
  foundReservation(session: string, reservation: string): void {
    this.#witnesses.foundReservation(session, reservation)
  }

  /** What the API says of the reservation that a session holds. The first time decides whether its journey is watched, for each version of its set, before anybody knows how it ends. */
  journey({ session, address, now }: ReportOrigin, host: string, set: CountedSet, state: JourneyState): void {
    if (this.#journeys.knows(session)) return this.#journeys.became(session, state, now)
    const all = ['shell', ...Object.keys(set.modules)].flatMap((module) => versionIn(set, { session, host, module }) ?? [])
    this.#journeys.began(session, all.filter((of) => this.#witnesses.seat(of, address, now)), state, now)
  }

  alive(shell: SessionVersion, now: number): void {
    this.#health.alive(shell, now)
  }

  started(of: SessionVersion, { address, now }: ReportOrigin): void {
    if (this.#witnesses.seat(of, address, now)) this.#health.started(of, now)
  }

  /** A module failed in front of a renter. */
  failed(of: SessionVersion, { phase, reason, step }: ErrorReport, from: ReportOrigin): void {
    if (!this.#budgeted.failures.take(from)) return
    const { host, module, version } = of
    this.#errors.row({ host, module, version, phase, reason, step }, { count: 0 }).count += 1
    if (step !== '') this.#funnel.add(of, step, 'failed')
    if (this.#witnesses.seat(of, from.address, from.now)) this.#health.failed(of)
  }

  /** A renter sees a failure and the code for it. */
  traced(trace: TraceReport, from: ReportOrigin): void {
    if (this.#budgeted.traces.take(from) && this.#traces.length < tracesPerBatch) this.#traces.push(trace)
  }

  /** An error was thrown at these places of a version. */
  stacked({ host, module, version }: SessionVersion, frames: readonly StackFrame[], from: ReportOrigin): void {
    const row = { host, module, version, frames: [...frames] }
    const key = JSON.stringify(row)
    const known = this.#stacks.get(key)
    if (!this.#budgeted.stacks.take(from) || (!known && this.#stacks.size >= stacksPerBatch)) return
    this.#stacks.set(key, { ...row, count: (known?.count ?? 0) + 1 })
  }

  /** A session came to a screen. Whether its stay is watched is decided before anybody knows how it ends, so that no limit favours either end. */
  reached(of: SessionVersion, step: ScreenName, shell: SessionVersion, { address, now }: ReportOrigin): void {
    if (!this.#witnesses.mayReach(of.session, step)) return
    this.#funnel.add(of, step, 'reached')
    for (const screen of screensOf(of, step, shell)) {
      if (!this.#witnesses.seat(screen, address, now)) continue
      // A module that was made ready before its visit counted begins to count here.
      if (screen.module === of.module) this.#health.started(of, now)
      this.#stays.reached(screen, now)
    }
  }

  /** A session went on from a screen. */
  left(of: SessionVersion, step: ScreenName, shell: SessionVersion, now: number): void {
    if (!this.#witnesses.mayReach(of.session, step)) return
    this.#funnel.add(of, step, 'left')
    this.#health.proved(of)
    for (const screen of screensOf(of, step, shell)) this.#stays.left(screen, now)
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
    const { journeys, values } = this.#journeys.drain(now)
    const rows = {
      outcomes: this.#health.drain(now), errors: this.#errors.drain(), vitals: this.#vitals.drain(), steps: this.#funnel.drain(),
      stays: this.#stays.drain(now), journeys, values, live: this.#live.drain(), traces: this.#traces, stacks: [...this.#stacks.values()],
    }
    this.#traces = []
    this.#stacks.clear()
    return levels || Object.values(rows).some((each) => each.length > 0) ? { ...rows, ...(levels && { levels }) } : null
  }
}

/** A screen counts for its module and for the shell that led there: a new version of either may be why nobody goes on. */
const screensOf = (of: SessionVersion, step: ScreenName, shell: SessionVersion): readonly SessionScreen[] =>
  [{ ...of, step }, { ...shell, step }]

/** Sends what pages reported. What the registry does not take is dropped: it is down, and renters come first. */
export const sendReports = (reporter: Reporter, send: (batch: ReportBatch) => Promise<unknown>, everyMs: number): Pick<Repeated<void>, 'stop'> => repeat(async () => {
  const batch = reporter.drain(Date.now())
  if (batch) await send(batch)
}, everyMs)
