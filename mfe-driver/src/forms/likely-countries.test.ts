import { afterEach, describe, expect, it, vi } from 'vitest'
import { countryChoices } from './country-choices.ts'
import { countriesOfZone, likelyFirst, likelyOf, type CountryChoice, type CountryHints } from './likely-countries.ts'

const countries = ['AT', 'BR', 'CH', 'DE', 'FR', 'GB', 'PT', 'US', ''].map((isoCode) => ({ isoCode }))
const none: CountryHints = { issuers: [], rental: [], locales: [] }

afterEach(() => {
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

describe('likely countries come first, the others in their order (DEC-177)', () => {
  it.each<[string, Partial<CountryHints>, readonly string[]]>([
    ['nothing is known', {}, []],
    ['the rental is in Portugal', { rental: ['PT'] }, ['PT']],
    ['the browser is a German one', { locales: ['de-DE', 'de', 'en'] }, ['DE']],
    ['the browser says English alone', { locales: ['en'] }, []],
    ['the browser says nothing that is a language', { locales: ['*', 'C'] }, []],
    ['the browser asks for two', { locales: ['fr-CH', 'de-AT'] }, ['CH', 'AT']],
    ['a document was read', { issuers: ['FR'], rental: ['PT'], locales: ['en-GB', 'pt-PT'] }, ['FR', 'PT', 'GB']],
    ['the list has no such country', { issuers: ['XX', 'JP'], locales: ['ja-JP'] }, []],
    ['there are too many', { issuers: ['AT', 'BR', 'CH'], rental: ['PT'], locales: ['de-DE', 'en-US'] }, ['AT', 'BR', 'CH', 'PT', 'DE']],
  ])('when %s', (_, hints, expected) => {
    expect(likelyOf(countries, { ...none, ...hints })).toEqual(expected)
  })

  it('each stands once, and the rest stays as it was', () => {
    const choices = countries.map(({ isoCode }) => ({ value: isoCode, label: isoCode, isoCodes: isoCode === '' ? [] : [isoCode] }))
    const first = (likely: readonly string[], of: readonly CountryChoice[] = choices) => likelyFirst(of, likely).map(({ value }) => value)
    expect(first(['PT', 'BR'])).toEqual(['PT', 'BR', 'AT', 'CH', 'DE', 'FR', 'GB', 'US', ''])
    expect(first([])).toEqual(countries.map(({ isoCode }) => isoCode))
    // A calling code stands where the likelier of its countries does.
    const codes = [{ value: '351', label: '+351', isoCodes: ['PT'] }, { value: '1', label: '+1', isoCodes: ['CA', 'US'] }, { value: '44', label: '+44', isoCodes: [] }]
    expect(first(['US', 'PT', 'CA'], codes)).toEqual(['1', '351', '44'])
  })

  it.each([['Europe/Lisbon', ['PT']], ['Atlantic/Madeira', ['PT']], ['UTC', []]])('the rental is where the zone %s is', async (timeZone, expected) => {
    expect(await countriesOfZone(countries, timeZone)).toEqual(expected)
  })

  it('where the rental is, is looked for country by country, and the page answers between them (DEC-305)', async () => {
    const seen: string[] = []
    vi.spyOn(Intl.Locale.prototype as unknown as { getTimeZones: () => unknown }, 'getTimeZones').mockImplementation(() => { seen.push('a country') })
    const answers = setInterval(() => { seen.push('an answer') }, 0)
    await countriesOfZone(countries, 'Europe/Lisbon')
    clearInterval(answers)
    expect(seen.filter((one) => one === 'a country')).toHaveLength(countries.length - 1)
    expect(seen.join()).not.toContain('a country,a country')
  })

  it('as work of the background in a browser that knows which work can wait (DEC-305)', async () => {
    const postTask = vi.fn(async (task: () => void, _options: object) => { task() })
    vi.stubGlobal('scheduler', { postTask })
    expect(await countriesOfZone(countries, 'Europe/Lisbon')).toEqual(['PT'])
    expect(postTask.mock.calls.map(([, options]) => options)).toEqual(countries.map(() => ({ priority: 'background' })))
  })

  it('the names of the countries are known by then, and nobody who types into a list waits for them (DEC-305)', async () => {
    await countriesOfZone(countries, 'Europe/Lisbon')
    const asked = vi.spyOn(Intl.DisplayNames.prototype, 'of')
    const listed = countries.map(({ isoCode }, id) => ({ id, country: isoCode, isoCode, phoneCode: '', isValidatePostalCode: false, isValidateTaxNumber: false }))
    expect(countryChoices(listed, (key) => key)[0]?.aliases).toContain('Austria')
    expect(asked).not.toHaveBeenCalled()
  })
})
