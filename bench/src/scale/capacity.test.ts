import { describe, expect, it } from 'vitest'
import { assumptions, capacityFor, type CapacityInputs } from './capacity.ts'

const inputs: CapacityInputs = {
  processorSeconds: { api: 0.25 }, calls: 40, mails: 3, walBytes: 100_000, bytesToRenter: 500_000, bytesFromRenter: 1_000_000,
  reservationBytes: { known: 10_000, erased: 4000 }, fileBytes: { pictures: 1_000_000, documents: 100_000 },
}
/** A year without seasons: twelve months, each day and hour alike. */
const even = { ...assumptions, busiestMonth: 30.4 / 365, busiestDay: 1, busiestHour: 1 / 24, busiestMinute: 1, takeUp: 1, processorUse: 1, years: 2, personalDataDays: 365, pictureDays: 36.5 }

describe('what a year of check-ins needs', () => {
  it('is, without seasons, an even share of every second', () => {
    const capacity = capacityFor(365 * 24 * 3600, inputs, even)
    expect(capacity).toMatchObject({ peakHour: 3600, peakSecond: 1, callsPerSecond: 40, processors: { api: 0.25 }, mailsPerHour: 11_000, megabitsToRenters: 4, walMegabytesPerHour: 360 })
  })

  it('is on disk a year of rows whose renter is known and the other years without', () => {
    expect(capacityFor(1_000_000, inputs, even)).toMatchObject({ databaseGigabytes: 14, fileGigabytes: 300 })
    expect(capacityFor(1_000_000, inputs, { ...even, takeUp: 0.5 }).databaseGigabytes).toBe(28)
    expect(capacityFor(1_000_000, inputs, { ...even, personalDataDays: 36_500 }).databaseGigabytes).toBe(20)
  })

  it.each([
    ['busiestMonth', 10], ['busiestDay', 10], ['busiestHour', 10],
  ] as const)('grows with %s at its peak', (name, times) => {
    expect(capacityFor(1e8, inputs, { ...even, [name]: even[name] * times }).peakHour).toBeCloseTo(capacityFor(1e8, inputs, even).peakHour * times, 0)
  })

  it('leaves as much of a processor free as may fail', () => {
    expect(capacityFor(365 * 24 * 3600, inputs, { ...even, processorUse: 0.5, busiestMinute: 2 }).processors).toEqual({ api: 1 })
  })
})
