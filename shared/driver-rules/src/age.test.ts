import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { ageAt, ageProblem, ageWindow, areAgesAllowed, isInRange } from './age.ts'

const pad = (number: number, digits = 2): string => String(number).padStart(digits, '0')
const isLeap = (year: number): boolean => (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0
const daysIn = (year: number, month: number): number => [31, isLeap(year) ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31][month - 1] ?? 0

/** Full years lived on a day, counted by hand: born on 29 February, a year is full on the 28th where there is no 29th. */
function fullYears(born: string, on: string): number {
  const [year = 0, month = 0, day = 0] = born.split('-').map(Number)
  const [nowYear = 0, nowMonth = 0, nowDay = 0] = on.split('-').map(Number)
  const birthday = Math.min(day, daysIn(nowYear, month))
  return nowYear - year - (nowMonth < month || (nowMonth === month && nowDay < birthday) ? 1 : 0)
}

const day = (years: readonly [number, number]) => fc.integer({ min: years[0], max: years[1] }).chain((year) => fc.integer({ min: 1, max: 12 }).chain((month) =>
  fc.integer({ min: 1, max: daysIn(year, month) }).map((date) => `${pad(year, 4)}-${pad(month)}-${pad(date)}`)))
/** Leap days are rare among days, and where the mistakes are. */
const aDay = (years: readonly [number, number]) => fc.oneof({ weight: 3, arbitrary: day(years) }, { weight: 1, arbitrary: fc.integer({ min: years[0], max: years[1] }).map((year) => (isLeap(year) ? `${pad(year, 4)}-02-29` : `${pad(year, 4)}-02-28`)) })

describe('the ages that a vehicle group allows', () => {
  it('accepts and refuses exactly the birthdays of the example (DRIVER-05, DRIVER-06)', () => {
    const window = ageWindow('2026-12-01', { groupMinAge: 21, groupMaxAge: 75 })
    expect(['2005-12-01', '2005-12-02', '1951-12-01', '1951-11-30'].map((born) => ageProblem(born, window))).toEqual([null, 'AgeNotAllowed', null, 'MinRequired'])
  })

  it.each([0, 17, null])('lets nobody below 18 drive, whatever the group says: %s (DRIVER-07, CONST-01, DEC-34)', (groupMinAge) => {
    const window = ageWindow('2026-12-01', { groupMinAge, groupMaxAge: null })
    expect([ageProblem('2008-12-01', window), ageProblem('2008-12-02', window)]).toEqual([null, 'AgeNotAllowed'])
  })

  it('goes from 0 to 99 years where the group names none (CONST-02)', () => {
    expect(ageWindow('2026-12-01', { groupMinAge: null, groupMaxAge: null })).toEqual({ earliest: '1927-12-01', latest: '2008-12-01' })
  })

  it.each([['2028-02-29', 21, '2007-02-28'], ['2028-02-29', 20, '2008-02-29'], ['2027-02-28', 19, '2008-02-28']])('ends years before %s as the calendar does (DEC-34)', (pickUp, groupMinAge, latest) => {
    expect(ageWindow(pickUp, { groupMinAge, groupMaxAge: 75 }).latest).toBe(latest)
  })

  it('says "too young" exactly to those who have not lived the years on the day of pick-up (DRIVER-05, DRIVER-07)', () => {
    fc.assert(fc.property(aDay([2024, 2060]), aDay([1920, 2059]), fc.integer({ min: 0, max: 40 }), (pickUp, born, groupMinAge) => {
      const tooYoung = ageProblem(born, ageWindow(pickUp, { groupMinAge, groupMaxAge: 200 })) === 'AgeNotAllowed'
      // Born on a leap day and picked up on the day before: the window counts back from the pick-up, the oracle forward from the birth.
      const leapEdge = born.endsWith('02-29') && pickUp.endsWith('02-28')
      if (!leapEdge) expect(tooYoung).toBe(fullYears(born, pickUp) < Math.max(18, groupMinAge))
    }), { numRuns: 2000 })
  })

  it('is one unbroken span: the earliest day, the latest day and every day between are right, their neighbours are not (DRIVER-05)', () => {
    fc.assert(fc.property(aDay([2024, 2060]), fc.integer({ min: 0, max: 60 }), fc.integer({ min: 61, max: 99 }), (pickUp, groupMinAge, groupMaxAge) => {
      const window = ageWindow(pickUp, { groupMinAge, groupMaxAge })
      const shifted = (date: string, days: number): string => new Date(Date.parse(`${date}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10)
      expect([window.earliest, window.latest].map((born) => ageProblem(born, window))).toEqual([null, null])
      expect([shifted(window.earliest, -1), shifted(window.latest, 1)].map((born) => ageProblem(born, window))).toEqual(['MinRequired', 'AgeNotAllowed'])
    }))
  })

  it('depends on no clock and no time zone', () => {
    const zone = process.env['TZ']
    const windows = ['Pacific/Kiritimati', 'America/Anchorage', 'UTC'].map((name) => {
      process.env['TZ'] = name
      return ageWindow('2028-02-29', { groupMinAge: 21, groupMaxAge: 75 })
    })
    if (zone === undefined) delete process.env['TZ']
    else process.env['TZ'] = zone
    expect(new Set(windows.map((window) => JSON.stringify(window))).size).toBe(1)
  })
})

/** A day so many years earlier, by counting on the calendar alone: 29 February becomes the 28th. */
function yearsEarlier(day: string, years: number): string {
  const [year = 0, month = 0, date = 0] = day.split('-').map(Number)
  const day29 = month === 2 && date === 29 && !isLeap(year - years)
  return `${pad(year - years, 4)}-${pad(month)}-${pad(day29 ? 28 : date)}`
}
const anyDay = fc.date({ min: new Date('1990-01-01'), max: new Date('2099-12-31'), noInvalidDate: true }).map((date) => date.toISOString().slice(0, 10))
const leapDay = fc.integer({ min: 498, max: 524 }).map((fourth) => `${fourth * 4}-02-29`)

describe('ages at pick-up (DRIVER-05 to DRIVER-07, DEC-34)', () => {
  it('the window is the pick-up less the group\'s ages, on every calendar, leap days included', () => {
    fc.assert(fc.property(fc.oneof(anyDay, leapDay), fc.integer({ min: 0, max: 30 }), fc.integer({ min: 40, max: 99 }), (pickUp, groupMinAge, groupMaxAge) => {
      expect(ageWindow(pickUp, { groupMinAge, groupMaxAge })).toEqual({ earliest: yearsEarlier(pickUp, groupMaxAge), latest: yearsEarlier(pickUp, Math.max(18, groupMinAge)) })
    }))
  })
  it('who is in the window has the least age at pick-up, who was born a day later has not', () => {
    fc.assert(fc.property(anyDay.filter((day) => !day.endsWith('02-28') && !day.endsWith('02-29')), fc.integer({ min: 18, max: 30 }), (pickUp, age) => {
      const latest = yearsEarlier(pickUp, age)
      const nextDay = new Date(Date.parse(latest) + 86_400_000).toISOString().slice(0, 10)
      expect([ageAt(latest, pickUp), ageAt(nextDay, pickUp)]).toEqual([age, age - 1])
      expect([areAgesAllowed([latest], pickUp, { groupMinAge: age, groupMaxAge: null }), areAgesAllowed([nextDay], pickUp, { groupMinAge: age, groupMaxAge: null })]).toEqual([true, false])
    }))
  })
  it('one driver who may not drive is enough, wherever in the list (DEC-98)', () => {
    const ages = { groupMinAge: 21, groupMaxAge: 75 }
    expect([['1990-05-01', '2006-05-01'], ['2006-05-01', '1990-05-01'], ['1990-05-01', '1985-02-03'], []].map((born) => areAgesAllowed(born, '2026-12-01', ages))).toEqual([false, false, true, true])
  })
  it('a range of ages counts both of its ends (DEC-46)', () => {
    const range = { minAge: 21, maxAge: 24 }
    expect(['2005-12-01', '2005-12-02', '2001-12-02', '2001-12-01'].map((birthDate) => isInRange(birthDate, '2026-12-01', range))).toEqual([true, false, true, false])
  })
})
