import { languages } from '@checkin/api/languages'
import { describe, expect, it, vi } from 'vitest'
import { formatDate, formatDateTime, formatList, formatMoney, formatMonth, formatNumber, formatTime, formatWeekday } from './formats.ts'

describe('money', () => {
  it.each([
    [1234.5, 'EUR', '€1,234.50'], [0, 'EUR', '€0.00'], ['12345678901234.56', 'EUR', '€12,345,678,901,234.56'],
    [-20, 'GBP', '-£20.00'], [99.9, 'CHF', 'CHF\u00a099.90'], [5, 'JPY', '¥5'], [1250.5, 'HUF', 'HUF\u00a01,250.50'],
    [5.1, 'TND', 'TND\u00a05.100'], [0.125, 'KWD', 'KWD\u00a00.125'],
  ] as const)('%s %s is shown as %s in every language (SHELL-94, DEC-116, CONST-27, DEC-78)', (amount, currency, shown) => {
    expect(formatMoney(amount, currency)).toBe(shown)
  })
})

describe('dates', () => {
  it.each([['en', '15 Nov 2026'], ['fr', '15 nov. 2026'], ['pt', '15 nov. 2026'], ['de', '15. Nov. 2026'], ['es', '15 nov 2026'], ['it', '15 nov 2026'], ['nl', '15 nov 2026'], ['ar', '15 نوفمبر 2026']] as const)('a plain date in %s is %s', (language, shown) => {
    expect(formatDate('2026-11-15', language)).toBe(shown)
  })

  it('names the month in Portuguese', () => {
    expect(formatDate('2026-11-15', 'pt', 'long')).toBe('15 de novembro de 2026')
    expect(formatMonth(11, 'pt')).toBe('novembro')
  })

  it('begins the week on Monday', () => {
    expect(formatWeekday(1, 'en')).toBe('Monday')
    expect(formatWeekday(7, 'fr')).toBe('dimanche')
  })

  it('shows the clock of the location, whatever the clock of the renter', () => {
    expect(formatTime('2026-11-28T10:30:00', 'en')).toBe('10:30')
    expect(formatTime('2026-11-28T00:05:00', 'fr')).toBe('00:05')
    expect(formatDateTime('2026-11-28T10:30:00', 'en')).toBe('Sat 28 Nov, 10:30')
    expect(formatDateTime('2026-11-28T10:30:00', 'pt')).toBe('sáb. 28 nov., 10:30')
    expect(formatDateTime('2026-11-28T10:30:00', 'fr')).toBe('sam. 28 nov., 10:30')
    expect(formatDateTime('2026-11-28T10:30:00', 'de')).toBe('Sa., 28. Nov., 10:30')
  })

  it('has Latin digits in Arabic, so that what is shown is what is typed (DEC-181)', () => {
    expect([formatDateTime('2026-11-28T10:30:00', 'ar'), formatDate('2026-11-15', 'ar', 'long'), formatTime('2026-11-28T00:05:00', 'ar')])
      .toEqual(['السبت، 28 نوفمبر، 10:30', '15 نوفمبر 2026', '00:05'])
  })

  it('heads the columns of a calendar with three letters, and with one where three would be alike (DEC-181)', () => {
    for (const language of languages) {
      const heads = [1, 2, 3, 4, 5, 6, 7].map((day) => formatWeekday(day, language, 'column'))
      expect([language, new Set(heads).size, heads.every((head) => head.length <= 3)]).toEqual([language, 7, true])
    }
    expect(formatWeekday(1, 'ar', 'column')).toBe('ن')
  })

  it.each(['', '0001-01-01T00:00:00', '2026-02-31', '2026-13-01', 'tomorrow'])('shows nothing for "%s" (SHELL-62)', (value) => {
    expect(formatDate(value, 'en')).toBe('')
  })
})

describe('numbers and lists (DEC-193)', () => {
  const onePlace = { minimumFractionDigits: 1, maximumFractionDigits: 1 }

  it.each([['en', '1,234.5', '33%'], ['pt', '1234,5', '33%'], ['fr', '1\u202f234,5', '33\u00a0%'], ['de', '1.234,5', '33\u00a0%'], ['es', '1234,5', '33\u00a0%'], ['it', '1234,5', '33%'], ['nl', '1.234,5', '33%']] as const)(
    'are written as in %s: %s, %s', (language, number, percent) => {
      expect([formatNumber(1234.5, language, onePlace), formatNumber(0.33, language, { style: 'percent' })]).toEqual([number, percent])
    })

  it('have Latin digits in Arabic too (DEC-181)', () => {
    expect(formatNumber(12.5, 'ar', onePlace)).toMatch(/^12.5$/)
    expect(formatNumber(0.33, 'ar', { style: 'percent' })).toMatch(/33/)
  })

  it.each([['en', 'a, b, c'], ['fr', 'a, b et c'], ['de', 'a, b und c']] as const)('are listed as in %s: %s', (language, list) => {
    expect([formatList(['a', 'b', 'c'], language), formatList(['a'], language), formatList([], language)]).toEqual([list, 'a', ''])
  })
})

it.each(languages)('in %s nothing is left to be made for a day and its time once the formats were made ahead (DEC-305)', async (language) => {
  vi.resetModules()
  const { formatDate: date, formatDateTime: dateTime, formatsAhead } = await import('./formats.ts')
  const made = vi.spyOn(Intl, 'DateTimeFormat')
  for (const make of formatsAhead(language)) {
    made.mockClear()
    make()
    expect(made, 'one at a time').toHaveBeenCalledTimes(1)
  }
  made.mockClear()
  expect([dateTime('2026-11-28T10:30', language), date('2026-11-28', language)]).not.toContain('')
  expect(made).not.toHaveBeenCalled()
  made.mockRestore()
})
