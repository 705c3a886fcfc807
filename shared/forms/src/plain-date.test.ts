import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { addDays, addYears, isPlainDate, todayIn } from './plain-date.ts'

const date = fc.date({ min: new Date('1950-01-01'), max: new Date('2150-01-01'), noInvalidDate: true }).map((each) => each.toISOString().slice(0, 10))

describe('plain dates', () => {
  it('are days of the calendar, not of a clock: today depends on the place only', () => {
    const now = new Date('2026-06-01T23:30:00Z')
    expect(todayIn('Europe/London', now)).toBe('2026-06-02')
    expect(todayIn('America/New_York', now)).toBe('2026-06-01')
    // Where the place is not known, it is the day on the renter's own calendar.
    for (const unknown of [undefined, 'Nowhere/Never']) {
      expect(todayIn(unknown, new Date(2026, 5, 1, 0, 1))).toBe('2026-06-01')
      expect(todayIn(unknown, new Date(2026, 5, 1, 23, 59))).toBe('2026-06-01')
    }
  })

  it('are the same in browsers with Temporal and in those without', () => {
    // Node has it behind a switch.
    const compared = execFileSync(process.execPath, ['--harmony-temporal', '--input-type=module', '--eval', `
      import { todayIn } from ${JSON.stringify(join(import.meta.dirname, 'plain-date.ts'))}
      const { Temporal } = globalThis
      const zones = [...Intl.supportedValuesOf('timeZone'), 'Nowhere/Never', undefined]
      const instants = Array.from({ length: 40 }, (_, at) => new Date(Date.UTC(2000 + at, at % 12, 1 + at % 28, at % 24, 59 * (at % 2))))
      const days = () => zones.flatMap((zone) => instants.map((now) => todayIn(zone, now)))
      const withIt = days()
      delete globalThis.Temporal
      console.log(JSON.stringify([Temporal !== undefined, withIt.length, days().filter((day, at) => day !== withIt[at]).length]))
    `], { encoding: 'utf8' })
    const [hasIt, days, different] = JSON.parse(compared) as [boolean, number, number]
    expect(hasIt).toBe(true)
    expect(days).toBeGreaterThan(10_000)
    expect(different).toBe(0)
  })

  it('move by years on the same day, 29 February to the 28th', () => {
    expect(addYears('2024-02-29', 5)).toBe('2029-02-28')
    expect(addYears('2024-02-29', -4)).toBe('2020-02-29')
    expect(addYears('2026-11-21', 5)).toBe('2031-11-21')
  })

  it('move by days and back again', () => {
    fc.assert(fc.property(date, fc.integer({ min: -40_000, max: 40_000 }), (day, days) => {
      expect(addDays(addDays(day, days), -days)).toBe(day)
      expect(addDays(day, days) > day).toBe(days > 0)
    }))
  })

  it('stay as they are when they are none', () => {
    expect([addYears('', 5), addDays('2026-13-01', 1), isPlainDate('2026-13-01')]).toEqual(['', '2026-13-01', false])
  })
})
