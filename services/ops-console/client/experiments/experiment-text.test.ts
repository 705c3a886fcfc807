import type { ExperimentState } from '@checkin/registry'
import { describe, expect, it } from 'vitest'
import { declarationOf, firstSettings, formOf } from './experiment-form.ts'
import { armName, armsText, armText, effectText, resultText, ruleText, stateName, versionA } from './experiment-text.ts'

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
    expect(ruleText({ rule: { errorRate: 0.05, mostDays: 28, mostSessions: 5000 } })).toBe('As soon as one arm is better, where two equal ones are called different in 5 of 100 experiments at most; after 28 days, or 5000 sessions, at the latest')
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
    const form = { name: 'larger pictures', host: 'a.example', module: 'mfe-offers', arm: 'version', version: '1.3.0', percent: 20, errors: 5, days: 28 } as const
    expect(declarationOf({ ...form, metric: 'completion', effect: 3 })).toMatchObject({ metric: { kind: 'completion', smallestEffect: 0.03 }, rule: { errorRate: 0.05, mostDays: 28, mostSessions: null }, reason: '' })
    expect(declarationOf({ ...form, metric: 'added', currency: 'EUR', effect: 2.5, sessions: 500 })).toMatchObject({ metric: { kind: 'added', currency: 'EUR', smallestEffect: 250 }, rule: { mostSessions: 500 } })
    expect(declarationOf({ ...form, metric: 'time', effect: 30 }).metric).toEqual({ kind: 'time', smallestEffect: 30 })
  })

  it('two settings by what differs between them, before and after, also where one has its default (DEC-361)', () => {
    const experiment = { state: running, module: 'mfe-offers', version: '1.3.0', settings: { a: { cards: 4, order: 'price', compact: true }, b: { cards: 6, order: 'price', line: 'new' } } }
    expect(armsText(experiment)).toBe('offers 1.3.0 with cards 4 → 6, compact on → by default, line by default → “new”')
    expect((['a', 'b'] as const).map((arm) => armName(experiment, arm))).toEqual(['offers 1.3.0, cards 4, compact on, line by default', 'offers 1.3.0, cards 6, compact by default, line “new”'])
    expect(resultText({ ...experiment, state: ended('b-better') })).toBe('B is better. All new sessions have A. To give everybody the settings of B, set them for the host.')
    expect(resultText(experiment)).toContain('Neither is known to be better yet')
    expect(armsText({ state: running, module: 'mfe-offers', version: '1.3.0' })).toBe('offers 1.0.0 beside 1.3.0')
  })

  it('settings that are typed are those that are no default, of the host and module that were chosen (DEC-361)', () => {
    const form = { name: 'more cards', host: 'a.example', module: 'mfe-offers', arm: 'settings', version: '1.2.0', percent: 20, metric: 'time', effect: 30, errors: 5, days: 28 } as const
    const settings = [{ name: 'cards', spec: { kind: 'number', says: 'How many', default: 3, least: 1, most: 6 }, value: 4 }, { name: 'compact', spec: { kind: 'switch', says: 'Small cards', default: false }, value: null }] as const
    expect(firstSettings([...settings], undefined)).toEqual({ cards: 4, compact: false })
    expect(firstSettings([...settings], { compact: true })).toEqual({ cards: 3, compact: true })
    const typed = { 'a.example': { 'mfe-offers': { cards: 3, compact: true }, 'mfe-driver': { cards: 1 } }, 'b.example': { 'mfe-offers': { cards: 1 } } }
    const declared = declarationOf({ ...form, settings: typed }, [...settings])
    expect(declared).toMatchObject({ settings: { compact: true } })
    expect(declared).not.toHaveProperty('version')
  })

  it('a planned experiment is in the form as it was typed (DEC-361)', () => {
    const form = { name: 'larger pictures', host: 'a.example', module: 'mfe-offers', arm: 'version', version: '1.3.0', percent: 20, errors: 2.5, days: 14, sessions: 500, reason: 'a guess' } as const
    for (const metric of [{ metric: 'completion', effect: 3.5 }, { metric: 'added', currency: 'EUR', effect: 2.5 }, { metric: 'time', effect: 30 }] as const) {
      const typed = { ...form, ...metric }
      expect(formOf({ ...declarationOf(typed), settings: undefined, host: 'a.example', version: '1.3.0' })).toEqual(typed)
    }
    expect(formOf({ ...declarationOf({ ...form, metric: 'time', effect: 30 }), host: 'a.example', version: '1.3.0', settings: { a: {}, b: {} } })).toMatchObject({ arm: 'settings' })
  })
})
