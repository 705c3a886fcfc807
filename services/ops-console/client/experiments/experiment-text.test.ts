import type { ExperimentState } from '@checkin/registry'
import { describe, expect, it } from 'vitest'
import { experimentOf } from './experiment-form.ts'
import { armText, effectText, resultText, ruleText, stateName, versionA } from './experiment-text.ts'

const completion = { kind: 'completion', smallestEffect: 0.025 } as const
const money = { kind: 'added', currency: 'EUR', smallestEffect: 250 } as const
const time = { kind: 'time', smallestEffect: 30 } as const
const ran = { a: '1.0.0', since: '2026-12-01T12:00:00Z' }
const running: ExperimentState = { state: 'running', ...ran, until: '2026-12-29T12:00:00Z', paused: null }
const ended = (end: Extract<ExperimentState, { state: 'ended' }>['end']): ExperimentState => ({ state: 'ended', end, at: '2026-12-05T12:00:00Z', by: 'olga', ran })
const said = (state: ExperimentState): string => resultText({ state, module: 'mfe-offers', version: '1.3.0' })

describe('what an experiment says (DEC-357)', () => {
  it.each([
    ['a share', completion, { sessions: 400, value: 0.61, interval: { low: 0.561, high: 0.657 } }, '61.0 % of 400, 56.1 % to 65.7 %'],
    ['an amount', money, { sessions: 80, value: 1230, interval: { low: 910, high: 1550 } }, '€12.30 of 80, €9.10 to €15.50'],
    ['minutes and seconds', time, { sessions: 80, value: 245, interval: { low: -3, high: 300.4 } }, '4:05 of 80, 0:00 to 5:00'],
    ['too few', money, { sessions: 12, value: null, interval: null }, 'too few: 12'],
    ['nobody', completion, { sessions: 0, value: null, interval: null }, 'no session yet'],
  ] as const)('%s with how many it rests on and its interval', (_name, metric, arm, text) => {
    expect(armText(metric, arm).replace('\u00a0', ' ')).toBe(text)
  })

  it('the smallest effect and the rule in words', () => {
    expect([completion, time].map(effectText)).toEqual(['2.5 of 100 sessions', '30 seconds'])
    expect(effectText(money)).toContain('2.50')
    expect(ruleText({ rule: { errorRate: 0.05, mostDays: 28, mostSessions: 5000 } })).toBe('As soon as one version is better, where two equal ones are called different in 5 of 100 experiments at most; after 28 days, or 5000 sessions, at the latest')
  })

  it('every state says what is known, and what everybody has', () => {
    expect(said({ state: 'planned', change: null })).toContain('has not started')
    expect(said({ state: 'planned', change: 7 })).toContain('second person as change 7')
    expect(said(running)).toContain('No version is known to be better yet')
    expect(said({ ...running, paused: 'frozen' })).toContain('The tenant is frozen')
    expect(said({ ...running, paused: 'suspended' })).toContain('B is suspended')
    expect(said(ended('b-better'))).toBe('B is better. All new sessions have A. To give everybody offers 1.3.0, start a plan.')
    expect(said(ended('a-better'))).toContain('A is better')
    expect(said(ended('no-difference'))).toContain('No difference was found')
    expect(said(ended('stopped'))).toContain('stopped by olga')
    expect(said(ended('withdrawn'))).toContain('B was withdrawn')
    expect([running, { ...running, paused: 'frozen' } as const, ended('stopped')].map(stateName)).toEqual(['running', 'paused', 'ended'])
    expect([running, ended('stopped'), { state: 'planned', change: null } as const].map(versionA)).toEqual(['1.0.0', '1.0.0', null])
  })

  it('what is typed is declared in the registry\'s units', () => {
    const form = { name: 'larger pictures', host: 'a.example', module: 'mfe-offers', version: '1.3.0', percent: 20, errors: 5, days: 28 }
    expect(experimentOf({ ...form, metric: 'completion', effect: 3 })).toMatchObject({ metric: { kind: 'completion', smallestEffect: 0.03 }, rule: { errorRate: 0.05, mostDays: 28, mostSessions: null }, reason: '' })
    expect(experimentOf({ ...form, metric: 'added', currency: 'EUR', effect: 2.5, sessions: 500 })).toMatchObject({ metric: { kind: 'added', currency: 'EUR', smallestEffect: 250 }, rule: { mostSessions: 500 } })
    expect(experimentOf({ ...form, metric: 'time', effect: 30 }).metric).toEqual({ kind: 'time', smallestEffect: 30 })
  })
})
