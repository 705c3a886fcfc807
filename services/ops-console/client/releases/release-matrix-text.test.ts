import type { ReleaseTestStatus } from '@checkin/registry'
import { describe, expect, it } from 'vitest'
import { releaseTestText } from './release-matrix-text.ts'
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

describe('a rollout for some sessions', () => {
  const form: RollOutForm = { module: 'mfe-offers', version: '1.1.0', hosts: ['a.example'], how: 'percent', percent: 20, steps: '', dwellMinutes: 1, reason: 'a test' }
  it('is of all new sessions, or of bookings of some sources only', () => {
    expect(changeOf(form)).toMatchObject({ percent: 20 })
    expect(changeOf({ ...form, sources: ['broker'] })).toMatchObject({ percent: 0, cohorts: [{ when: { sources: ['broker'] }, percent: 20 }] })
    expect(changeOf({ ...form, how: 'all', sources: ['broker'] })).not.toHaveProperty('cohorts')
  })
})
