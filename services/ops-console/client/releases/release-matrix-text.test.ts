import { describe, expect, it } from 'vitest'
import { rehearsalText } from './rehearsal-text.ts'
import { wishOf, type RollOutForm } from './roll-out-form.ts'

describe('what an operator reads before a version goes out', () => {
  const now = Date.parse('2026-12-03T12:00:00Z')
  it.each([
    [{ state: 'none' }, 'Not rehearsed'],
    [{ state: 'passed', at: '2026-12-03T11:57:00Z', journeys: ['check-in', 'pre-checkout'] }, 'Rehearsed: check-in and pre-checkout passed 3 min. ago'],
    [{ state: 'passed', at: '2026-12-02T12:00:00Z', journeys: ['check-in'] }, 'Rehearsed: check-in passed 24 hr. ago'],
    [{ state: 'failed', at: '2026-11-30T12:00:00Z', journey: 'check-in', step: 'overview' }, 'Rehearsal failed: check-in at overview, 3 days ago'],
  ] as const)('%o', (rehearsal, words) => {
    expect(rehearsalText(rehearsal, now)).toBe(words)
  })
})

describe('a rollout for some sessions', () => {
  const form: RollOutForm = { module: 'mfe-offers', version: '1.1.0', hosts: ['a.example'], how: 'percent', percent: 20, steps: '', dwellMinutes: 1, reason: 'a test' }
  it('is of all new sessions, or of bookings of some sources only', () => {
    expect(wishOf(form)).toMatchObject({ percent: 20 })
    expect(wishOf({ ...form, sources: ['broker'] })).toMatchObject({ percent: 0, cohorts: [{ when: { sources: ['broker'] }, percent: 20 }] })
    expect(wishOf({ ...form, how: 'all', sources: ['broker'] })).not.toHaveProperty('cohorts')
  })
})
