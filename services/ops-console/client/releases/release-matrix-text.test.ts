import type { ConformanceStatus, ReleaseTestStatus } from '@checkin/registry'
import { describe, expect, it } from 'vitest'
import { conformanceSteps, conformanceText, releaseTestText } from './release-matrix-text.ts'
import { changeOf, type RollOutForm } from './roll-out-form.ts'

describe('what an operator reads before a version goes out', () => {
  const now = Date.parse('2026-12-03T12:00:00Z')
  it.each<[ReleaseTestStatus, string]>([
    [{ state: 'none' }, 'Not tested'],
    [{ state: 'passed', at: '2026-12-03T11:57:00Z', journeys: ['check-in', 'pre-checkout'] }, 'Tested: check-in and pre-checkout passed 3 min. ago'],
    [{ state: 'passed', at: '2026-12-02T12:00:00Z', journeys: ['check-in'] }, 'Tested: check-in passed 24 hr. ago'],
    [{ state: 'failed', at: '2026-11-30T12:00:00Z', journey: 'check-in', step: 'overview' }, 'Test failed: check-in at overview, 3 days ago'],
  ])('%o', (status, text) => {
    expect(releaseTestText(status, now)).toBe(text)
  })
})

describe('conformance of the versions of a change', () => {
  const missing: ConformanceStatus = { state: 'missing', missing: [{ module: 'mfe-offers', version: '1.2.0', failed: false }, { module: 'mfe-payment', version: '1.1.0', failed: true }] }
  it('names what no runner attested, and how to get it (DEC-260)', () => {
    expect(conformanceText(missing)).toBe('offers 1.2.0 was not attested, payment 1.1.0 did not conform')
    expect(conformanceSteps(missing)).toEqual([
      'npm run conformance -- offers --report offers.json', 'npm run rollout -- attest conformance offers.json',
      'npm run conformance -- payment --report payment.json', 'npm run rollout -- attest conformance payment.json',
    ])
    expect([conformanceText({ state: 'passed' }), conformanceSteps(undefined)]).toEqual(['', []])
  })
})

describe('a rollout for some sessions', () => {
  const form: RollOutForm = { module: 'mfe-offers', version: '1.1.0', hosts: ['a.example'], how: 'percent', percent: 20, steps: '', dwellMinutes: 1, reason: 'a test' }
  it('is of all new sessions, or of bookings of some sources only', () => {
    expect(changeOf(form)).toMatchObject({ percent: 20 })
    expect(changeOf({ ...form, sources: ['broker'] })).toMatchObject({ percent: 0, cohorts: [{ when: { sources: ['broker'] }, percent: 20 }] })
    expect(changeOf({ ...form, how: 'all', sources: ['broker'] })).not.toHaveProperty('cohorts')
  })
})
