import { Allowance } from './allowance.ts'
import { Outcomes, type OutcomeCount, type VersionReport } from './outcomes.ts'
import { Passages, type PassageEnd, type StepCount } from './passages.ts'
import { ServiceLevels, type LevelCounts } from './service-levels.ts'
import { Traces, type Trace } from './traces.ts'

export interface ErrorReport {
  readonly phase: string
  readonly reason: string
  readonly step: string
}

/** What the registry is told, once a second while there is something to tell. */
export interface ReportBatch {
  readonly outcomes: readonly OutcomeCount[]
  readonly errors: readonly (Omit<VersionReport, 'visit'> & ErrorReport & { readonly count: number })[]
  readonly vitals: readonly (Omit<VersionReport, 'visit'> & { readonly name: VitalName; readonly buckets: readonly number[] })[]
  /** Visits that came to a screen, went on from it, or saw it fail. */
  readonly steps: readonly StepCount[]
  readonly live: readonly { readonly host: string; readonly setId: number; readonly visits: number }[]
  readonly traces: readonly Trace[]
  /** How this server itself did; absent while it had nothing to do. */
  readonly levels?: LevelCounts
}

/** Upper bounds of the buckets of measured values, as the registry knows them (milliseconds; layout shift in thousandths). */
export const vitalBounds = {
  load: [100, 250, 500, 1000, 2000, 4000],
  lcp: [500, 1000, 1500, 2500, 4000, 8000],
  inp: [50, 100, 200, 350, 500, 1000],
  cls: [1, 10, 20, 50, 100, 250],
} as const
export type VitalName = keyof typeof vitalBounds

/** How much one batch may hold; a flood beyond it is dropped. */
const mostRows = 1000

/** So many renters behind one address may each see a version break: an office, a ship, an airport. */
const visitsPerAddress = 10

export interface ReporterOptions {
  /** Broken sessions that one address may add to one version within ten minutes: nobody alone takes a version back by pretending. */
  readonly badPerAddress: number
}

/** Collects what pages say between two batches. Nothing of a batch names a visit or an address. */
export class Reporter {
  readonly #outcomes = new Outcomes()
  readonly #passages = new Passages()
  /** How this server itself does. */
  readonly levels = new ServiceLevels()
  readonly #traces: Traces
  readonly #broken: Allowance
  #errors = new Map<string, ReportBatch['errors'][number] & { count: number }>()
  #vitals = new Map<string, ReportBatch['vitals'][number] & { buckets: number[] }>()
  #live = new Map<string, { readonly host: string; readonly setId: number; visits: number }>()

  constructor({ badPerAddress }: ReporterOptions) {
    this.#broken = new Allowance(badPerAddress)
    this.#traces = new Traces(badPerAddress * visitsPerAddress)
  }

  pageSent(visit: string, host: string, set: { readonly id: number; readonly shell: { readonly version: string } }, now: number): void {
    this.#outcomes.sent({ visit, host, module: 'shell', version: set.shell.version }, now)
    const key = `${host}\n${set.id}`
    const row = this.#live.get(key) ?? { host, setId: set.id, visits: 0 }
    row.visits += 1
    if (this.#live.size < mostRows) this.#live.set(key, row)
  }

  alive(shell: VersionReport, now: number): void {
    this.#outcomes.alive(shell, now)
  }

  started(report: VersionReport, now: number): void {
    this.#outcomes.started(report, now)
  }

  failed(report: VersionReport, error: ErrorReport, address: string, now: number): void {
    const { visit: _visit, ...version } = report
    const key = JSON.stringify([version, error])
    const group = this.#errors.get(key) ?? { ...version, ...error, count: 0 }
    group.count += 1
    if (this.#errors.size < mostRows) this.#errors.set(key, group)
    if (this.#broken.take(`${address}\n${report.module}\n${report.version}`, now)) this.#outcomes.failed(report)
  }

  /** A renter sees a failure and the code for it. */
  traced(trace: Trace, from: { readonly visit: string; readonly address: string; readonly now: number }): void {
    this.#traces.add(trace, from)
  }

  passed(report: VersionReport, step: string, end: PassageEnd): void {
    this.#passages.add(report, step, end)
  }

  measured({ visit: _visit, ...version }: VersionReport, name: VitalName, value: number): void {
    const key = JSON.stringify([version, name])
    const row = this.#vitals.get(key) ?? { ...version, name, buckets: [0, 0, 0, 0, 0, 0, 0] }
    const at = vitalBounds[name].findIndex((bound) => value <= bound)
    const bucket = at < 0 ? row.buckets.length - 1 : at
    row.buckets[bucket] = (row.buckets[bucket] ?? 0) + 1
    if (this.#vitals.size < mostRows) this.#vitals.set(key, row)
  }

  /** What there is to tell; null when nothing happened. What is drained is gone, whether it arrives or not. */
  drain(now: number): ReportBatch | null {
    const levels = this.levels.drain()
    const batch: ReportBatch = {
      outcomes: this.#outcomes.drain(now).slice(0, mostRows), errors: [...this.#errors.values()], vitals: [...this.#vitals.values()],
      steps: this.#passages.drain().slice(0, mostRows), live: [...this.#live.values()], traces: this.#traces.drain(),
      ...(levels && { levels }),
    }
    this.#errors = new Map()
    this.#vitals = new Map()
    this.#live = new Map()
    const { levels: _levels, ...rows } = batch
    return levels || Object.values(rows).some((each: readonly unknown[]) => each.length > 0) ? batch : null
  }
}
