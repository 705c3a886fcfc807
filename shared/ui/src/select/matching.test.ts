import { describe, expect, it } from 'vitest'
import { keptText, matching, meant, named } from './matching.ts'

const countries = [
  { value: '1', label: 'Portugal', note: '+351' }, { value: '2', label: 'Poland', note: '+48' }, { value: '3', label: 'Côte d’Ivoire', note: '+225' },
  { value: '4', label: 'South Georgia and the South Sandwich Islands' }, { value: '5', label: 'Georgia' },
]
const labels = (text: string) => matching(countries, text).map(({ label }) => label)

describe('typing into a list', () => {
  it('drops the last character that leaves no match (SHELL-92)', () => {
    expect(keptText(countries, 'Portx')).toBe('Port')
    expect(keptText(countries, 'zzz')).toBe('')
  })

  it('takes 20 characters at most, also of a longer name (CONST-10, DEC-32)', () => {
    expect(keptText(countries, 'South Georgia and the South')).toBe('South Georgia and th')
  })

  it('ignores case and accents (DEC-32)', () => {
    expect(labels('COTE')).toEqual(['Côte d’Ivoire'])
    expect(named(countries, 'cote d’ivoire')?.value).toBe('3')
  })

  it('finds a later word, those that begin with the text first', () => {
    expect(labels('geo')).toEqual(['Georgia', 'South Georgia and the South Sandwich Islands'])
  })

  it('finds a country by its phone code, with and without the plus', () => {
    expect(labels('+351')).toEqual(['Portugal'])
    expect(labels('48')).toEqual(['Poland'])
  })

  it('shows everything for nothing', () => {
    expect(labels('')).toHaveLength(5)
  })

  it('puts a code first, then names that begin so, other names that begin so, and names that have it within (DEC-103)', () => {
    const some = [
      { value: '1', label: 'Cameroon', aliases: ['Kamerun', 'CM'] }, { value: '2', label: 'Amazonia', aliases: ['Kaa'] },
      { value: '3', label: 'Kazakhstan' }, { value: '4', label: 'Mekaland' }, { value: '5', label: 'St. Kitts', aliases: ['KA', 'KNA'] }, { value: '6', label: 'New Kalends' },
    ]
    expect(matching(some, 'ka').map(({ value }) => value)).toEqual(['5', '3', '1', '2', '6', '4'])
  })

  it.each([['cote d\'ivoire', 'Côte d’Ivoire'], ['st lucia', 'St. Lucia'], ['guinea  bissau', 'Guinea-Bissau'], ['u.s.a.', 'United States']])('%s is %s, whatever the signs (DEC-103)', (text, label) => {
    const choices = ['Côte d’Ivoire', 'St. Lucia', 'Guinea-Bissau'].map((name) => ({ value: name, label: name }))
    expect(meant([...choices, { value: 'US', label: 'United States', aliases: ['USA'] }], text)?.label).toBe(label)
  })

  it('means nothing by nothing', () => {
    expect(meant([{ value: '1', label: 'Portugal', aliases: [''] }], ' ')).toBeUndefined()
  })
})
