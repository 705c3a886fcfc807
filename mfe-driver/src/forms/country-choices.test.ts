import type { Country } from '@checkin/api'
import { addWords, initI18n, languages, translator, type Language, type Translate } from '@checkin/i18n'
import { keptText, matching, meant } from '@checkin/ui/select'
import codes from 'countries-list/minimal/countries.2to3.min.json'
import { describe, expect, it, vi } from 'vitest'
import { remote } from '../remote.ts'
import { choicesIn, countryChoices, prefixChoices, prefixesIn } from './country-choices.ts'
import { likelyFirst } from './likely-countries.ts'

/** Codes of three letters by those of two. */
const threeLetters = new Map(Object.entries(codes))
const namesIn = (locale: string) => new Intl.DisplayNames(locale, { type: 'region' })
const pageNames = (language: Language) => namesIn(language === 'pt' ? 'pt-PT' : language)

/** Every country of ISO 3166 as the API lists them: in the language of the page and its order. */
const listed = (language: Language): readonly Country[] =>
  [...threeLetters.keys()]
    .map((isoCode, index) => ({ id: index + 1, country: pageNames(language).of(isoCode) ?? isoCode, isoCode, phoneCode: '', isValidatePostalCode: false, isValidateTaxNumber: false }))
    .sort((one, other) => new Intl.Collator(language).compare(one.country, other.country))

async function wordsIn(language: Language): Promise<Translate> {
  const instance = await initI18n({ language })
  await addWords('mfe-driver', remote.words)
  return translator(instance, 'mfe-driver')
}

async function listIn(language: Language) {
  const countries = listed(language)
  const choices = countryChoices(countries, await wordsIn(language))
  const isoCodes = new Map(countries.map(({ id, isoCode }) => [String(id), isoCode]))
  /** Letters of the countries that a typed text leads to, the one that is taken first. */
  const found = (text: string): (string | undefined)[] => matching(choices, keptText(choices, text)).map(({ value }) => isoCodes.get(value))
  return { countries, choices, found, isoOf: (value: string | undefined) => isoCodes.get(value ?? '') }
}

describe('a renter finds a country', () => {
  it.each(languages)('by its name, whatever its length, and by the codes of two and three letters, on a page in %s (DEC-103)', async (language) => {
    const { countries, choices, found, isoOf } = await listIn(language)
    expect(countries.length).toBeGreaterThan(245)
    const wrong = countries.flatMap(({ isoCode, country }) => {
      const three = threeLetters.get(isoCode) ?? ''
      const taken = [found(isoCode)[0], found(three.toLowerCase())[0], isoOf(meant(choices, country)?.value)]
      return taken.every((one) => one === isoCode) ? [] : [`${isoCode} ${country}: ${taken.join(' ')}`]
    })
    expect(wrong).toEqual([])
  })

  it.each(languages)('by its name in every language of the product, in English and in its own, on a page in %s (DEC-103, UX-3)', async (language) => {
    const { countries, found } = await listIn(language)
    const missed = countries.flatMap(({ isoCode }) => {
      const own = new Intl.Locale(`und-${isoCode}`).maximize().language
      return [...languages, own].map((locale) => namesIn(locale).of(isoCode) ?? '').filter((name) => !found(name.toUpperCase()).includes(isoCode)).map((name) => `${isoCode} ${name}`)
    })
    expect(missed).toEqual([])
  })

  it.each([
    ['en', 'Portu', 'PT'], ['en', 'PT', 'PT'], ['en', 'uk', 'GB'], ['en', 'USA', 'US'], ['en', 'u.s.a.', 'US'], ['en', 'Holland', 'NL'], ['en', 'Allemagne', 'DE'],
    ['en', 'deutschland', 'DE'], ['en', 'espana', 'ES'], ['en', 'Ivory Coast', 'CI'], ["en", "cote d'ivoire", 'CI'], ['en', 'England', 'GB'], ['en', 'Turkey', 'TR'],
    ['en', 'Czech Rep', 'CZ'], ['en', 'United States of America', 'US'], ['en', 'brasil', 'BR'], ['en', '日本', 'JP'], ['en', 'Ελλάδα', 'GR'],
    ['pt', 'Inglaterra', 'GB'], ['pt', 'Polônia', 'PL'], ['fr', 'Écosse', 'GB'], ['fr', 'Germany', 'DE'], ['de', 'Schottland', 'GB'], ['de', 'österr', 'AT'],
    ['es', 'Holanda', 'NL'], ['it', 'Olanda', 'NL'], ['nl', 'Engeland', 'GB'], ['en', 'Burma', 'MM'], ['en', 'Emirates', 'AE'], ['en', 'Swaziland', 'SZ'], ['pt', 'eua', 'US'], ['de', 'VAE', 'AE'],
  ] as const)('on a page in %s by typing %s: %s (DEC-103, DEC-32)', async (language, text, isoCode) => {
    expect((await listIn(language)).found(text)[0]).toBe(isoCode)
  })

  it('by the name alone where the list has a code that nobody knows', async () => {
    const odd = ['', 'x', 'XXX'].map((isoCode, index) => ({ id: index + 1, country: `Land ${index}`, isoCode, phoneCode: '', isValidatePostalCode: false, isValidateTaxNumber: false }))
    expect(countryChoices(odd, await wordsIn('en')).map(({ label, aliases }) => [label, aliases])).toEqual([['Land 0', []], ['Land 1', []], ['Land 2', []]])
  })

  it('at the calling code too, each code once (DRIVER-35, DEC-103)', async () => {
    const countries = listed('en').flatMap((country) => ({ US: '+1', CA: '1', PT: '351', GB: '44' })[country.isoCode] ? [{ ...country, phoneCode: ({ US: '+1', CA: '1', PT: '351', GB: '44' })[country.isoCode] ?? '' }] : [])
    const prefixes = prefixChoices(countries, countryChoices(countries, await wordsIn('en')), 'en')
    expect(prefixes.map(({ label }) => label).sort()).toEqual(['+1 Canada, United States', '+351 Portugal', '+44 United Kingdom'])
    expect(['1', '+1', 'usa', 'Kanada', 'pt', 'England', '44'].map((text) => matching(prefixes, text)[0]?.value)).toEqual(['1', '1', '1', '1', '351', '44', '44'])
  })

  it('though no name in another language is asked for before letters are typed: a screen with the list does not wait for them (DEC-103, DEC-305)', async () => {
    const countries = listed('en').map((country, index) => ({ ...country, phoneCode: String(index + 1) }))
    const words = await wordsIn('en')
    const asked = vi.fn(words)
    const choices = likelyFirst(countryChoices(countries, asked), ['PT'])
    const prefixes = likelyFirst(prefixChoices(countries, countryChoices(countries, asked), 'en'), ['PT'])
    expect([asked.mock.calls.length, choices[0]?.label, prefixes[0]?.label]).toEqual([0, 'Portugal', expect.stringMatching(/^\+\d+ Portugal$/)])
    expect([matching(choices, 'Holland')[0]?.label, matching(prefixes, 'Holland')[0]?.label]).toEqual(['Netherlands', expect.stringMatching(/^\+\d+ Netherlands$/)])
    expect(asked).toHaveBeenCalledWith('Countries.NL')
  })

  it('on every screen in the same list, which is made once for a language (DEC-103, DEC-305)', async () => {
    const countries = listed('en').map((country) => ({ ...country, phoneCode: '351' }))
    const english = await wordsIn('en')
    const [choices, prefixes] = [choicesIn(countries, english, 'en'), prefixesIn(countries, english, 'en')]
    expect(choices).toEqual(countryChoices(countries, english))
    expect(prefixes).toEqual(prefixChoices(countries, choices, 'en'))
    expect([choicesIn(countries, english, 'en') === choices, prefixesIn(countries, english, 'en') === prefixes]).toEqual([true, true])
    const german = await wordsIn('de')
    expect(choicesIn(countries, german, 'de')).toEqual(countryChoices(countries, german))
    expect(choicesIn(countries, german, 'de')).not.toBe(choices)
    expect(prefixesIn(countries, german, 'de')).toEqual(prefixChoices(countries, choicesIn(countries, german, 'de'), 'de'))
    expect(choicesIn([...countries], german, 'de')).not.toBe(choicesIn(countries, german, 'de'))
  })
})
