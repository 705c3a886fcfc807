import { describe, expect, it } from 'vitest'
import { keptText, matching, named } from './matching.ts'

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
})
