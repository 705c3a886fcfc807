import { describe, expect, it } from 'vitest'
import { addMonths, clamp, dayAfterKey, defaultBounds, listedYears, moveTo, weeksOf } from './calendar.ts'

describe('the years of a date field', () => {
  it.each([
    ['2026-01-01', '2026-12-31'],
    ['2026-11-28', '2031-11-28'],
    ['2012-01-01', '2026-01-01'],
  ])('from %s to %s are at least 15, both ends among them (SHELL-91, CONST-16)', (min, max) => {
    const years = listedYears(min, max)
    expect(years.length).toBeGreaterThanOrEqual(15)
    expect(years).toEqual(expect.arrayContaining([Number(min.slice(0, 4)), Number(max.slice(0, 4))]))
    expect(years).toEqual(years.map((_, index) => (years[0] ?? 0) + index))
  })

  it('are not widened where the range is wide enough', () => {
    expect(listedYears('1927-01-01', '2008-11-28')).toHaveLength(82)
  })

  it('reach 99 back and 90 ahead when nothing else is said (SHELL-91, CONST-16)', () => {
    expect(defaultBounds('2026-11-28')).toEqual({ min: '1927-11-28', max: '2116-11-28' })
    expect(defaultBounds('2028-02-29')).toEqual({ min: '1929-02-28', max: '2118-02-28' })
  })
})

describe('a month of the calendar', () => {
  it('begins its weeks on Monday and has every day once', () => {
    for (let month = 1; month <= 12; month += 1) {
      const first = `2028-${String(month).padStart(2, '0')}-01`
      const weeks = weeksOf(first)
      expect(weeks.every((week) => week.length === 7)).toBe(true)
      const days = weeks.flat().filter((day) => day !== null)
      expect(days).toHaveLength(new Date(2028, month, 0).getDate())
      for (const week of weeks) week.forEach((day, column) => { if (day) expect((new Date(`${day}T12:00:00Z`).getUTCDay() + 6) % 7).toBe(column) })
    }
  })

  it('knows leap days', () => {
    expect(weeksOf('2028-02-10').flat()).toContain('2028-02-29')
    expect(weeksOf('2026-02-10').flat()).not.toContain('2026-02-29')
  })
})

describe('moving in the calendar', () => {
  it.each([
    ['ArrowLeft', false, '2026-11-27'], ['ArrowRight', false, '2026-11-29'], ['ArrowUp', false, '2026-11-21'], ['ArrowDown', false, '2026-12-05'],
    ['Home', false, '2026-11-23'], ['End', false, '2026-11-29'], ['PageUp', false, '2026-10-28'], ['PageDown', false, '2026-12-28'],
    ['PageUp', true, '2025-11-28'], ['PageDown', true, '2027-11-28'],
  ])('by %s (shift %s) leads from Saturday 28 November to %s', (key, shift, date) => {
    expect(dayAfterKey('2026-11-28', key, shift)).toBe(date)
  })

  it('by the arrow that points along the line, which is the left one in Arabic (DEC-181)', () => {
    expect(['ArrowLeft', 'ArrowRight', 'ArrowUp'].map((key) => dayAfterKey('2026-11-28', key, false, 'ArrowLeft'))).toEqual(['2026-11-29', '2026-11-27', '2026-11-21'])
  })

  it('leaves other keys alone', () => {
    expect(dayAfterKey('2026-11-28', 'a', false)).toBeNull()
  })

  it('turns the 31st into the last day of a shorter month', () => {
    expect(addMonths('2026-01-31', 1)).toBe('2026-02-28')
    expect(moveTo('2028-02-29', { year: 2027 })).toBe('2027-02-28')
    expect(moveTo('2026-01-31', { month: 4 })).toBe('2026-04-30')
  })

  it('stays inside the bounds', () => {
    expect(clamp('2026-01-01', '2026-11-28', '2031-11-28')).toBe('2026-11-28')
    expect(clamp('2040-01-01', '2026-11-28', '2031-11-28')).toBe('2031-11-28')
  })
})
