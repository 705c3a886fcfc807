import { Counter, Gauge, type Registry } from 'prom-client'
import { discrepancyKinds, type InboxState } from './tables.ts'

const providerKinds = ['card', 'wallet'] as const

/** Numbers of payments for the operator; labels hold gateways and outcomes, never anything of a renter. */
export interface PaymentMetrics {
  readonly outcome: (provider: string, outcome: string) => void
  readonly state: (provider: string, purpose: string, state: string) => void
  readonly callback: (provider: string, result: InboxState | 'refused' | 'repeated') => void
  /** Something for people: provider and we do not agree. */
  readonly discrepancy: (kind: string) => void
  readonly holdEnds: () => void
}

export function paymentMetrics(registry: Registry, { away }: { readonly away: () => readonly string[] }): PaymentMetrics {
  const counter = <Label extends string>(name: string, help: string, labelNames: readonly Label[]) =>
    new Counter({ name, help, labelNames: [...labelNames], registers: [registry] })
  const outcomes = counter('checkin_payment_outcomes_total', 'Answers of payment providers', ['provider', 'outcome'])
  const states = counter('checkin_payment_states_total', 'States that payments came to', ['provider', 'purpose', 'state'])
  const callbacks = counter('checkin_payment_callbacks_total', 'Callbacks of payment providers, by what became of them', ['provider', 'result'])
  const discrepancies = counter('checkin_payment_breaks_total', 'Discrepancies between a provider\'s records and our ledger; each needs a person', ['kind'])
  // Series that are there from the start: the first one is an increase too.
  for (const kind of discrepancyKinds) discrepancies.inc({ kind }, 0)
  for (const provider of providerKinds) outcomes.inc({ provider, outcome: 'unknown' }, 0)
  const holds = counter('checkin_payment_holds_ending_total', 'Holds that end within the warning time', [])
  new Gauge({
    name: 'checkin_payment_breaker_open', help: 'Gateways that are not asked for a while, because they do not answer', registers: [registry],
    collect() { this.set(away().length) },
  })
  return {
    outcome: (provider, outcome) => { outcomes.inc({ provider, outcome }) },
    state: (provider, purpose, state) => { states.inc({ provider, purpose, state }) },
    callback: (provider, result) => { callbacks.inc({ provider, result }) },
    discrepancy: (kind) => { discrepancies.inc({ kind }) },
    holdEnds: () => { holds.inc() },
  }
}
