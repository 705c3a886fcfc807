import { describe, expect, it } from 'vitest'
import { likelyFirst, likelyOf, type CountryHints } from './likely-countries.ts'

const countries = ['AT', 'BR', 'CH', 'DE', 'FR', 'GB', 'PT', 'US', ''].map((isoCode) => ({ isoCode }))
const none: CountryHints = { issuers: [], timeZone: undefined, locales: [] }

describe('likely countries come first, the others in their order (DEC-177)', () => {
  it.each<[string, Partial<CountryHints>, readonly string[]]>([
    ['nothing is known', {}, []],
    ['the rental is in Lisbon', { timeZone: 'Europe/Lisbon' }, ['PT']],
    ['the rental is in Madeira', { timeZone: 'Atlantic/Madeira' }, ['PT']],
    ['the zone is of no country', { timeZone: 'UTC' }, []],
    ['the browser is a German one', { locales: ['de-DE', 'de', 'en'] }, ['DE']],
    ['the browser says English alone', { locales: ['en'] }, []],
    ['the browser says nothing that is a language', { locales: ['*', 'C'] }, []],
    ['the browser asks for two', { locales: ['fr-CH', 'de-AT'] }, ['CH', 'AT']],
    ['a document was read', { issuers: ['FR'], timeZone: 'Europe/Lisbon', locales: ['en-GB', 'pt-PT'] }, ['FR', 'PT', 'GB']],
    ['the list has no such country', { issuers: ['XX', 'JP'], locales: ['ja-JP'] }, []],
    ['there are too many', { issuers: ['AT', 'BR', 'CH'], timeZone: 'Europe/Lisbon', locales: ['de-DE', 'en-US'] }, ['AT', 'BR', 'CH', 'PT', 'DE']],
  ])('when %s', (_, hints, expected) => {
    expect(likelyOf(countries, { ...none, ...hints })).toEqual(expected)
  })

  it('each stands once, and the rest stays as it was', () => {
    const codes = (likely: readonly string[]) => likelyFirst(countries, ({ isoCode }) => [isoCode], likely).map(({ isoCode }) => isoCode)
    expect(codes(['PT', 'BR'])).toEqual(['PT', 'BR', 'AT', 'CH', 'DE', 'FR', 'GB', 'US', ''])
    expect(codes([])).toEqual(countries.map(({ isoCode }) => isoCode))
  })
})
