import { currencyPlaces } from '@checkin/internal'
import type { ExperimentMetric } from '@checkin/registry'

/** What the operator fills in. */
export interface ExperimentForm {
  readonly name: string
  readonly host: string
  readonly module: string
  readonly version: string
  readonly percent: number
  readonly metric: ExperimentMetric['kind']
  /** Of what is added. */
  readonly currency?: string
  /** Of 100 sessions, in the currency, or seconds. */
  readonly effect: number
  /** How often two equal versions may be called different, of 100. */
  readonly errors: number
  readonly days: number
  readonly sessions?: number | null
  readonly reason?: string
}

/** What the smallest difference is counted in. */
export const effectLabels: Readonly<Record<ExperimentMetric['kind'], string>> = {
  completion: 'Smallest difference worth knowing, of 100 sessions', added: 'Smallest difference worth knowing, in the currency', time: 'Smallest difference worth knowing, in seconds',
}

function metricOf({ metric: kind, effect, currency = '' }: Pick<ExperimentForm, 'metric' | 'effect' | 'currency'>): ExperimentMetric {
  switch (kind) {
    case 'completion': return { kind, smallestEffect: effect / 100 }
    case 'added': return { kind, currency, smallestEffect: Math.round(effect * 10 ** currencyPlaces(currency)) }
    case 'time': return { kind, smallestEffect: Math.round(effect) }
  }
}

/** Body of the registry's call that plans it. */
export const experimentOf = (form: ExperimentForm) => ({
  host: form.host, name: form.name, module: form.module, version: form.version, percent: form.percent, metric: metricOf(form), reason: form.reason ?? '',
  rule: { errorRate: form.errors / 100, mostDays: form.days, mostSessions: form.sessions ?? null },
})
