import { Allowance } from './allowance.ts'
import type { TraceReport } from '@checkin/remote/reports'

/** Failures that one visit may leave a code for within ten minutes; nobody reads more out. */
const mostPerVisit = 5
const mostPerBatch = 200

/** Collects the failures that pages showed a code for, until the registry is told. */
export class Traces {
  readonly #perVisit = new Allowance(mostPerVisit)
  readonly #perAddress: Allowance
  #traces: TraceReport[] = []

  /** @param perAddress how many one address may leave within ten minutes: many renters may share it, nobody fills the registry from it. */
  constructor(perAddress: number) {
    this.#perAddress = new Allowance(perAddress)
  }

  add(trace: TraceReport, { visit, address, now }: { readonly visit: string; readonly address: string; readonly now: number }): void {
    if (!this.#perVisit.take(visit, now) || !this.#perAddress.take(address, now)) return
    if (this.#traces.length < mostPerBatch) this.#traces.push(trace)
  }

  /** Those since the last call. */
  drain(): readonly TraceReport[] {
    const traces = this.#traces
    this.#traces = []
    return traces
  }
}
