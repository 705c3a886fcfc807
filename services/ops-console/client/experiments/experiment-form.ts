import { currencyPlaces } from '@checkin/internal'
import type { ExperimentMetric, ExperimentView, Settings } from '@checkin/registry'
import { type SettableModule, typedSettings } from '../releases/setting-fields.tsx'

type SettingValues = Settings[string]

/** What the operator fills in. */
export interface ExperimentForm {
  readonly name: string
  readonly host: string
  readonly module: string
  /** What arm B is: another version, or other settings. */
  readonly arm: 'version' | 'settings'
  readonly version?: string
  /** By host and module: what was typed for one says nothing of another. */
  readonly settings?: Readonly<Record<string, Readonly<Record<string, SettingValues>>>>
  readonly percent: number
  readonly metric: ExperimentMetric['kind']
  /** Of what is added. */
  readonly currency?: string
  /** Of 100 sessions, in the currency, or seconds. */
  readonly effect: number
  /** How often two equal arms may be called different, of 100. */
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

/** The smallest effect as it is typed. */
function effectOf(metric: ExperimentMetric): number {
  switch (metric.kind) {
    case 'completion': return Number((metric.smallestEffect * 100).toFixed(4))
    case 'added': return metric.smallestEffect / 10 ** currencyPlaces(metric.currency)
    case 'time': return metric.smallestEffect
  }
}

/** What is declared, of the registry's calls that plan an experiment and change a planned one. `settings` are those that the host's version of the module has. */
export function declarationOf(form: ExperimentForm, settings: SettableModule['settings'] = []) {
  const { name, host, module, arm, version = '', percent, errors, days, sessions = null, reason = '' } = form
  return {
    name, module, percent, metric: metricOf(form), reason, rule: { errorRate: errors / 100, mostDays: days, mostSessions: sessions },
    ...(arm === 'version' ? { version } : { settings: typedSettings(settings, form.settings?.[host]?.[module] ?? {}) }),
  }
}

type Planned = Pick<ExperimentView, 'name' | 'host' | 'module' | 'version' | 'percent' | 'metric' | 'rule' | 'reason'> & { readonly settings?: ExperimentView['settings'] | undefined }

/** A planned experiment as the form has it; its settings are filled in when those of the host are known. */
export function formOf({ name, host, module, version, settings, percent, metric, rule, reason }: Planned): ExperimentForm {
  return {
    name, host, module, percent, metric: metric.kind, effect: effectOf(metric), errors: Number((rule.errorRate * 100).toFixed(4)), days: rule.mostDays, sessions: rule.mostSessions, reason,
    ...(metric.kind === 'added' && { currency: metric.currency }), ...(settings ? { arm: 'settings' } : { arm: 'version', version }),
  }
}

/** What the fields of settings begin with: what a planned experiment has in B, else what everybody of the host has. */
export const firstSettings = (settings: SettableModule['settings'], b: SettingValues | undefined): SettingValues =>
  Object.fromEntries(settings.map(({ name, spec, value }) => [name, (b ? b[name] : value) ?? spec.default]))
