import type { RouteName } from '@checkin/remote'
import { vitalBounds, type ErrorCount, type ReportBatch, type TraceReport, type VitalCount, type VitalName } from '@checkin/remote/reports'
import { Allowance } from './allowance.ts'
import { Outcomes, type VersionReport } from './outcomes.ts'
import { Passages } from './passages.ts'
import { ServiceLevels } from './service-levels.ts'
import { Stays } from './stays.ts'
import { Traces } from './traces.ts'

/** What went wrong: where in a module's life, why, and on which screen. */
export type ErrorReport = Pick<ErrorCount, 'phase' | 'reason' | 'step'>

/** How much one batch may hold; a flood beyond it is dropped. */
const mostRows = 1000

/** So many renters behind one address may each see a version break: an office, a ship, an airport. */
const visitsPerAddress = 10

export interface ReporterOptions {
  /** Broken sessions that one address may add to one version within ten minutes, and stays on each of its screens: nobody alone takes a version back by pretending. */
  readonly badPerAddress: number
}

/** Collects what pages say between two batches. Nothing of a batch names a visit or an address. */
export class Reporter {
  readonly #outcomes = new Outcomes()
  readonly #passages = new Passages()
  readonly #stays = new Stays()
  /** How this server itself does. */
  readonly levels = new ServiceLevels()
  readonly #traces: Traces
  readonly #broken: Allowance
  readonly #stayed: Allowance
  #errors = new Map<string, ErrorCount>()
  #vitals = new Map<string, VitalCount>()
  #live = new Map<string, ReportBatch['live'][number]>()

  constructor({ badPerAddress }: ReporterOptions) {
    this.#broken = new Allowance(badPerAddress)
    this.#stayed = new Allowance(badPerAddress)
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
    if (error.step !== '') this.#passages.add(report, error.step, 'failed')
    if (this.#broken.take(`${address}\n${report.module}\n${report.version}`, now)) this.#outcomes.failed(report)
  }

  /** A renter sees a failure and the code for it. */
  traced(trace: TraceReport, from: { readonly visit: string; readonly address: string; readonly now: number }): void {
    this.#traces.add(trace, from)
  }

  /** A visit came to a screen. Its stay is taken up or not before anybody knows how it ends, so that the allowance favours neither end. */
  reached(report: VersionReport, step: RouteName, { shell, address, now }: { readonly shell: string; readonly address: string; readonly now: number }): void {
    this.#passages.add(report, step, 'reached')
    if (!this.#stayed.take([address, report.module, report.version, step].join('\n'), now)) return
    for (const place of placesOf(report, step, shell)) this.#stays.reached(report.visit, place, now)
  }

  /** A visit went on from a screen. */
  left(report: VersionReport, step: RouteName, shell: string): void {
    this.#passages.add(report, step, 'left')
    this.#outcomes.proved(report)
    for (const place of placesOf(report, step, shell)) this.#stays.left(report.visit, place)
  }

  /** The page of a screen still answers after a while. */
  answered(report: VersionReport): void {
    this.#outcomes.proved(report)
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
      steps: this.#passages.drain().slice(0, mostRows),
      stays: this.#stays.drain(now).slice(0, mostRows), live: [...this.#live.values()], traces: [...this.#traces.drain()],
      ...(levels && { levels }),
    }
    this.#errors = new Map()
    this.#vitals = new Map()
    this.#live = new Map()
    const { levels: _levels, ...rows } = batch
    return levels || Object.values(rows).some((each: readonly unknown[]) => each.length > 0) ? batch : null
  }
}

/** A screen is a place of its module and of the shell that led there: a new version of either may be why nobody goes on. */
const placesOf = ({ host, module, version }: VersionReport, step: RouteName, shell: string) =>
  [{ host, module, version, step }, { host, module: 'shell', version: shell, step }]
