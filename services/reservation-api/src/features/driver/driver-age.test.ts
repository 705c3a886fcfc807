import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { ageAt, birthDateWindow, isAgeAllowed, isInRange } from './driver-age.ts'

const pad = (number: number, width = 2): string => String(number).padStart(width, '0')
const isLeap = (year: number): boolean => (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0
/** A day so many years earlier, by counting on the calendar alone: 29 February becomes the 28th. */
function yearsEarlier(day: string, years: number): string {
  const [year = 0, month = 0, date = 0] = day.split('-').map(Number)
  const day29 = month === 2 && date === 29 && !isLeap(year - years)
  return `${pad(year - years, 4)}-${pad(month)}-${pad(day29 ? 28 : date)}`
}
const anyDay = fc.date({ min: new Date('1990-01-01'), max: new Date('2099-12-31'), noInvalidDate: true }).map((date) => date.toISOString().slice(0, 10))
const leapDay = fc.integer({ min: 498, max: 524 }).map((fourth) => `${fourth * 4}-02-29`)

describe('ages of drivers (DRIVER-05 to DRIVER-07, DEC-34)', () => {
  it('the window is the pick-up less the group\'s ages, on every calendar, leap days included', () => {
    fc.assert(fc.property(fc.oneof(anyDay, leapDay), fc.integer({ min: 0, max: 30 }), fc.integer({ min: 40, max: 99 }), (pickUp, groupMinAge, groupMaxAge) => {
      expect(birthDateWindow(pickUp, { groupMinAge, groupMaxAge })).toEqual({ earliest: yearsEarlier(pickUp, groupMaxAge), latest: yearsEarlier(pickUp, Math.max(18, groupMinAge)) })
    }))
  })
  it('who is in the window has the least age at pick-up, who was born a day later has not', () => {
    fc.assert(fc.property(anyDay.filter((day) => !day.endsWith('02-28') && !day.endsWith('02-29')), fc.integer({ min: 18, max: 30 }), (pickUp, age) => {
      const latest = yearsEarlier(pickUp, age)
      const nextDay = new Date(Date.parse(latest) + 86_400_000).toISOString().slice(0, 10)
      expect([ageAt(latest, pickUp), ageAt(nextDay, pickUp)]).toEqual([age, age - 1])
      expect([isAgeAllowed(latest, pickUp, { groupMinAge: age, groupMaxAge: null }), isAgeAllowed(nextDay, pickUp, { groupMinAge: age, groupMaxAge: null })]).toEqual([true, false])
    }))
  })
  it.each([['UTC'], ['Pacific/Kiritimati'], ['America/Los_Angeles'], ['Africa/Casablanca']])('the time zone of the machine changes nothing: %s', (zone) => {
    const before = process.env['TZ']
    process.env['TZ'] = zone
    expect(birthDateWindow('2028-02-29', { groupMinAge: 21, groupMaxAge: 75 })).toEqual({ earliest: '1953-02-28', latest: '2007-02-28' })
    expect(birthDateWindow('2026-12-01', { groupMinAge: 21, groupMaxAge: 75 })).toEqual({ earliest: '1951-12-01', latest: '2005-12-01' })
    if (before === undefined) delete process.env['TZ']
    else process.env['TZ'] = before
  })
  it('a range of ages counts both of its ends (DEC-46)', () => {
    const range = { minAge: 21, maxAge: 24 }
    expect(['2005-12-01', '2005-12-02', '2001-12-02', '2001-12-01'].map((birthDate) => isInRange(birthDate, '2026-12-01', range))).toEqual([true, false, true, false])
  })
})
