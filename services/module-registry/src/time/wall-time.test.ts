import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { instantOf, isTimeZone, minuteOfWeek, wallTime } from './wall-time.ts'

describe('the hour of a tenant', () => {
  it.each([
    ['in winter', '2026-12-01T03:00', 'Europe/Lisbon', '2026-12-01T03:00:00.000Z'],
    ['in summer', '2026-07-01T03:00', 'Europe/Lisbon', '2026-07-01T02:00:00.000Z'],
    ['east of Greenwich', '2026-07-01T03:00', 'Europe/Zurich', '2026-07-01T01:00:00.000Z'],
    ['half an hour off', '2026-07-01T03:00', 'Asia/Kolkata', '2026-06-30T21:30:00.000Z'],
    ['just before clocks go forward', '2027-03-28T01:59', 'Europe/Zurich', '2027-03-28T00:59:00.000Z'],
    ['that does not exist when clocks go forward', '2027-03-28T02:30', 'Europe/Zurich', '2027-03-28T01:30:00.000Z'],
    ['just after clocks went forward', '2027-03-28T03:00', 'Europe/Zurich', '2027-03-28T01:00:00.000Z'],
    ['that comes twice when clocks go back: the first', '2026-10-25T02:30', 'Europe/Zurich', '2026-10-25T00:30:00.000Z'],
    ['just after clocks went back', '2026-10-25T03:00', 'Europe/Zurich', '2026-10-25T02:00:00.000Z'],
    ['that comes twice in Lisbon', '2026-10-25T01:30', 'Europe/Lisbon', '2026-10-25T00:30:00.000Z'],
    ['that does not exist in New York', '2027-03-14T02:15', 'America/New_York', '2027-03-14T07:15:00.000Z'],
    ['south of the equator', '2026-04-05T02:30', 'Australia/Sydney', '2026-04-04T15:30:00.000Z'],
  ])('%s', (_case, local, zone, instant) => {
    expect(instantOf(local, zone).toISOString()).toBe(instant)
  })

  it('reads back what was written wherever the hour exists once', () => {
    const zones = fc.constantFrom('Europe/Lisbon', 'Europe/London', 'Europe/Zurich', 'America/New_York', 'Pacific/Auckland', 'UTC')
    fc.assert(fc.property(zones, fc.integer({ min: 0, max: 5 * 525_600 }), (zone, minutes) => {
      const instant = new Date(Date.UTC(2026, 0, 1) + minutes * 60_000)
      const local = wallTime(instant, zone)
      return instantOf(local, zone).getTime() === instant.getTime() || wallTime(instantOf(local, zone), zone) === local
    }), { seed: 7, numRuns: 2000 })
  })

  it('counts the week from Monday in the tenant\'s own time', () => {
    expect(minuteOfWeek(new Date('2026-11-23T00:00:00Z'), 'UTC')).toBe(0)
    expect(minuteOfWeek(new Date('2026-11-22T23:30:00Z'), 'Europe/Zurich')).toBe(30)
  })

  it('knows which zones there are', () => {
    expect([isTimeZone('Europe/Lisbon'), isTimeZone('Europe/Nowhere')]).toEqual([true, false])
  })
})
