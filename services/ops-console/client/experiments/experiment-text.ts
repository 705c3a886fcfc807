import { currencyPlaces } from '@checkin/internal'
import type { ExperimentArm, ExperimentMetric, ExperimentState, ExperimentView } from '@checkin/registry'
import { settingText, shortName } from '@checkin/registry/words'
import { momentText } from '../frame/format.tsx'
import { sumText } from '../money/order-text.ts'

/** What an experiment compares, in words. */
export const metricNames: Readonly<Record<ExperimentMetric['kind'], string>> = { completion: 'Check-ins completed', added: 'Added per reservation', time: 'Time to finish' }

const clockText = (seconds: number): string => `${Math.floor(Math.round(seconds) / 60)}:${String(Math.round(seconds) % 60).padStart(2, '0')}`

const money = (minor: number, currency: string): string => sumText(minor / 10 ** currencyPlaces(currency), currency)

/** A value of the metric by its unit: a share, an amount, minutes and seconds. */
export function valueText(metric: ExperimentMetric, value: number): string {
  switch (metric.kind) {
    case 'completion': return `${(value * 100).toFixed(1)} %`
    case 'added': return money(value, metric.currency)
    case 'time': return clockText(Math.max(0, value))
  }
}

/** An arm's value with how many sessions it rests on and its interval, as "61.0 % of 400, 56.1 % to 65.7 %". */
export const armText = (metric: ExperimentMetric, { sessions, value, interval }: ExperimentArm): string =>
  (value === null || !interval ? (sessions === 0 ? 'no session yet' : `too few: ${sessions}`) : `${valueText(metric, value)} of ${sessions}, ${valueText(metric, interval.low)} to ${valueText(metric, interval.high)}`)

/** The smallest difference that is worth knowing, in words. */
export function effectText(metric: ExperimentMetric): string {
  switch (metric.kind) {
    case 'completion': return `${Number((metric.smallestEffect * 100).toFixed(1))} of 100 sessions`
    case 'added': return money(metric.smallestEffect, metric.currency)
    case 'time': return `${metric.smallestEffect} seconds`
  }
}

/** When an experiment ends by itself. */
export const ruleText = ({ rule: { errorRate, mostDays, mostSessions } }: Pick<ExperimentView, 'rule'>): string =>
  `As soon as one arm is better, where two equal ones are called different in ${Number((errorRate * 100).toFixed(1))} of 100 experiments at most; after ${mostDays} days${mostSessions === null ? '' : `, or ${mostSessions} sessions,`} at the latest`

/** The state in a word or two. */
export function stateName(state: ExperimentState): string {
  switch (state.state) {
    case 'planned': return state.change === null ? 'planned' : 'waits for a second person'
    case 'running': return state.paused === null ? 'running' : 'paused'
    case 'ended': return 'ended'
  }
}

/** What differs between two arms of settings. */
const differing = ({ a, b }: NonNullable<ExperimentView['settings']>) =>
  [...new Set([...Object.keys(a), ...Object.keys(b)])].filter((name) => a[name] !== b[name]).map((name) => ({ name, a: settingText(a[name]), b: settingText(b[name]) }))

type Arms = Pick<ExperimentView, 'state' | 'module' | 'version' | 'settings'>

/** An arm by its version, or where settings are compared by those that differ, as "offers 1.3.0, cards 6". */
export function armName({ state, module, version, settings }: Arms, arm: 'a' | 'b'): string {
  if (settings) return `${shortName(module)} ${version}, ${differing(settings).map((each) => `${each.name} ${each[arm]}`).join(', ')}`
  return `${shortName(module)} ${arm === 'b' ? version : versionA(state) ?? 'as it is'}`
}

/** Both arms, as "offers 1.2.0 beside 1.3.0" or "offers 1.3.0 with cards 3 → 6". */
export const armsText = (experiment: Arms): string => (experiment.settings
  ? `${shortName(experiment.module)} ${experiment.version} with ${differing(experiment.settings).map(({ name, a, b }) => `${name} ${a} → ${b}`).join(', ')}`
  : `${armName(experiment, 'a')} beside ${experiment.version}`)

/** Version A, where it is known: what the tenant has when the experiment starts. */
export function versionA(state: ExperimentState): string | null {
  switch (state.state) {
    case 'planned': return null
    case 'running': return state.a
    case 'ended': return state.ran?.a ?? null
  }
}

const pauses = { suspended: 'B is suspended for some minutes, because it may break more sessions', frozen: 'The tenant is frozen: what is counted is kept, and nothing is decided until the freeze is over' } as const

const afterwards = 'All new sessions have A.'

/** What an experiment says, in sentences. */
export function resultText({ state, module, version, settings }: Arms): string {
  const toGive = settings ? 'To give everybody the settings of B, set them for the host.' : `To give everybody ${shortName(module)} ${version}, start a plan.`
  switch (state.state) {
    case 'planned': return state.change === null ? 'It has not started: what it declares can still be changed.' : `Its start waits for a second person as change ${state.change}: what it declares stays as it is.`
    case 'running': return state.paused === null ? `${settings ? 'Neither' : 'No version'} is known to be better yet. It is looked at after every report, and ends on ${momentText(state.until)} at the latest.` : `${pauses[state.paused]}.`
    case 'ended': switch (state.end) {
      case 'b-better': return `B is better. ${afterwards} ${toGive}`
      case 'a-better': return `A is better. ${afterwards}`
      case 'no-difference': return `No difference was found within its time. That does not say that there is none: a small one needs more sessions. ${afterwards}`
      case 'stopped': return `It was stopped by ${state.by} before a result was known. ${afterwards}`
      case 'withdrawn': return `B was withdrawn: the canary found it worse than what its safety rules allow, or it was killed. ${afterwards}`
    }
  }
}
