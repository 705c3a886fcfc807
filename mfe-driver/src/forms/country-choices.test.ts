import type { Country } from '@checkin/api'
import { addWords, initI18n, languages, translator, type Language, type Translate } from '@checkin/i18n'
import { keptText, matching, meant } from '@checkin/ui/select'
import { allSettled, fork } from 'effector'
import { describe, expect, it } from 'vitest'
import { opened as contactOpened } from '../steps/driver-contact/model.ts'
import { opened as detailsOpened } from '../steps/driver-details/model.ts'
import { opened as licenceOpened } from '../steps/driver-document-license/model.ts'
import { remote } from '../remote.ts'
import { visit } from '../test/shell-double.ts'
import { countryChoices, loadCodesFx, prefixChoices } from './country-choices.ts'
import { codesAndUsualNames } from './country-codes.ts'

const namesIn = (locale: string) => new Intl.DisplayNames(locale, { type: 'region' })
const pageNames = (language: Language) => namesIn(language === 'pt' ? 'pt-PT' : language)

/** Every country of ISO 3166 as the API lists them: in the language of the page and its order. */
const listed = (language: Language): readonly Country[] =>
  [...codesAndUsualNames.keys()]
    .map((isoCode, index) => ({ id: index + 1, country: pageNames(language).of(isoCode) ?? isoCode, isoCode, phoneCode: '', isValidatePostalCode: false, isValidateTaxNumber: false }))
    .sort((one, other) => new Intl.Collator(language).compare(one.country, other.country))

async function wordsIn(language: Language): Promise<Translate> {
  const instance = await initI18n({ language })
  await addWords('mfe-driver', remote.words)
  return translator(instance, 'mfe-driver')
}

async function listIn(language: Language, codes: typeof codesAndUsualNames | null = codesAndUsualNames) {
  const countries = listed(language)
  const choices = countryChoices(countries, codes, await wordsIn(language))
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
      const three = codesAndUsualNames.get(isoCode)?.[0] ?? ''
      const taken = [found(isoCode)[0], found(three.toLowerCase())[0], isoOf(meant(choices, country)?.value)]
      return taken.every((one) => one === isoCode) ? [] : [`${isoCode} ${country}: ${taken.join(' ')}`]
    })
    expect(wrong).toEqual([])
  })

  it.each(languages)('by its name in every language of the product, in English and in its own, on a page in %s (DEC-103)', async (language) => {
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
    ['es', 'Holanda', 'NL'], ['it', 'Olanda', 'NL'], ['nl', 'Engeland', 'GB'],
  ] as const)('on a page in %s by typing %s: %s (DEC-103, DEC-32)', async (language, text, isoCode) => {
    expect((await listIn(language)).found(text)[0]).toBe(isoCode)
  })

  it('before codes of three letters have come, and in a list with codes that nobody knows (DEC-103)', async () => {
    const { found } = await listIn('en', null)
    expect(['PT', 'uk', 'Allemagne', 'Holland'].map((text) => found(text)[0])).toEqual(['PT', 'GB', 'DE', 'NL'])
    const odd = ['', 'x', 'XXX'].map((isoCode, index) => ({ id: index + 1, country: `Land ${index}`, isoCode, phoneCode: '', isValidatePostalCode: false, isValidateTaxNumber: false }))
    expect(countryChoices(odd, null, await wordsIn('en')).map(({ label, aliases }) => [label, aliases])).toEqual([['Land 0', []], ['Land 1', []], ['Land 2', []]])
  })

  it('at the calling code too, each code once (DRIVER-35, DEC-103)', async () => {
    const countries = listed('en').flatMap((country) => ({ US: '+1', CA: '1', PT: '351', GB: '44' })[country.isoCode] ? [{ ...country, phoneCode: ({ US: '+1', CA: '1', PT: '351', GB: '44' })[country.isoCode] ?? '' }] : [])
    const prefixes = prefixChoices(countries, countryChoices(countries, codesAndUsualNames, await wordsIn('en')))
    expect(prefixes.map(({ label }) => label).sort()).toEqual(['+1 Canada, United States', '+351 Portugal', '+44 United Kingdom'])
    expect(['1', '+1', 'usa', 'Kanada', 'pt', 'England', '44'].map((text) => matching(prefixes, text)[0]?.value)).toEqual(['1', '1', '1', '1', '351', '44', '44'])
  })
})

it.each([['driver-details', detailsOpened], ['driver-contact', contactOpened], ['driver-document-license', licenceOpened]] as const)('%s fetches the codes once, when it first shows', async (name, opened) => {
  let fetched = 0
  const scope = fork({ handlers: [[loadCodesFx, () => { fetched += 1; return codesAndUsualNames }]] })
  for (let visits = 0; visits < 2; visits += 1) await allSettled(opened, { scope, params: visit(name) })
  expect(fetched).toBe(1)
})
