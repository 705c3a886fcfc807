import { describe, expect, it } from 'vitest'
import { dateOf, partsOf } from './date-parts.tsx'

const english = () => ['January', 'February', 'March', 'April', 'May', 'June', 'July', 'August', 'September', 'October', 'November', 'December']
const french = () => ['janvier', 'février', 'mars', 'avril', 'mai', 'juin', 'juillet', 'août', 'septembre', 'octobre', 'novembre', 'décembre']

const anyDay = { min: '2001-01-01', max: '2100-12-31' }

describe('a typed date', () => {
  it.each([
    ['28', '11', '2026', '2026-11-28'], ['1', '3', '1990', '1990-03-01'], [' 05 ', 'nov', '2026', '2026-11-05'], ['5', 'NOVEMBER', '2026', '2026-11-05'], ['29', '2', '2028', '2028-02-29'],
  ])('%s %s %s is %s', (day, month, year, date) => {
    expect(dateOf({ day, month, year }, english, anyDay)).toBe(date)
  })

  it.each([
    ['31', '2', '2026'], ['29', '2', '2026'], ['0', '1', '2026'], ['32', '1', '2026'], ['1', '13', '2026'], ['1', '0', '2026'],
    ['1', 'ju', '2026'], ['1', 'xyz', '2026'], ['1', '1', '6'], ['1', '1', '026'], ['', '1', '2026'], ['1', '', '2026'], ['1', '1', ''],
  ])('"%s" "%s" "%s" is no date', (day, month, year) => {
    expect(dateOf({ day, month, year }, english, anyDay)).toBeNull()
  })

  it.each([
    ['a birth', '1926-11-23', '2008-11-23', { '90': '1990', '08': '2008', '09': null, '26': '1926', '00': '2000' }],
    ['the end of a licence', '2026-11-23', '2086-11-23', { '31': '2031', '86': '2086', '90': null, '26': '2026' }],
  ] as const)('with a year of two digits means the one that %s can have, the latest of several', (_what, min, max, years) => {
    for (const [typed, year] of Object.entries(years)) expect(dateOf({ day: '1', month: '12', year: typed }, english, { min, max })).toBe(year === null ? null : `${year}-12-01`)
  })

  it('takes a month without its accents, and none that could be two', () => {
    expect(dateOf({ day: '1', month: 'fev', year: '2026' }, french, anyDay)).toBe('2026-02-01')
    expect(dateOf({ day: '1', month: 'aout', year: '2026' }, french, anyDay)).toBe('2026-08-01')
    expect(dateOf({ day: '1', month: 'jui', year: '2026' }, french, anyDay)).toBeNull()
    expect(dateOf({ day: '1', month: 'juil', year: '2026' }, french, anyDay)).toBe('2026-07-01')
  })

  it('asks for the names of the months only where letters were typed (DEC-305)', () => {
    let asked = 0
    const names = () => { asked += 1; return english() }
    expect(dateOf({ day: '1', month: '2', year: '2026' }, names, anyDay)).toBe('2026-02-01')
    expect([dateOf({ day: '1', month: '', year: '' }, names, anyDay), asked]).toEqual([null, 0])
    expect([dateOf({ day: '1', month: 'feb', year: '2026' }, names, anyDay), asked]).toEqual(['2026-02-01', 1])
  })

  it('comes back from its parts as it was, for every day of four years', () => {
    const start = Date.UTC(2025, 0, 1)
    for (let day = 0; day < 1461; day += 1) {
      const date = new Date(start + day * 86_400_000).toISOString().slice(0, 10)
      expect(dateOf(partsOf(date), english, anyDay)).toBe(date)
    }
  })
})
