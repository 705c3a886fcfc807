import type { Country } from '@checkin/api'
import { digitsOf, prefixesOf } from '@checkin/driver-rules'
import { formatList, languages, useLanguage, useWords, type Language, type Translate } from '@checkin/i18n'
import type { Choice } from '@checkin/ui/select'
import codes from 'countries-list/minimal/countries.2to3.min.json'
import { useUnit } from 'effector-react'
import { useMemo } from 'react'
import { $facts } from './facts.ts'
import { $countryHints, likelyFirst, likelyOf } from './likely-countries.ts'

/** Codes of ISO 3166, of three letters by those of two. */
const threeLetters: ReadonlyMap<string, string> = new Map(Object.entries(codes))
const twoLetters = /^[A-Z]{2}$/

/** The languages of the product, Portuguese as it is written in both countries. */
const translations: readonly string[] = [...languages, 'pt-PT']

/** Countries with names in use that no list has, Holland for example: words of the page's language, as `Countries.NL`. */
const namedOtherwise: ReadonlySet<string> = new Set(['NL', 'GB', 'US', 'TR', 'CZ', 'CI', 'AE', 'MM', 'SZ'])

/** The language that most people of a country speak, by the Unicode data of the browser. */
const languageOf = (isoCode: string): string => new Intl.Locale(`und-${isoCode}`).maximize().language

const made = new Map<string, Intl.DisplayNames>()
function nameIn(locale: string, isoCode: string, style: 'long' | 'short' = 'long'): string {
  const known = made.get(locale + style) ?? new Intl.DisplayNames(locale, { type: 'region', style })
  made.set(locale + style, known)
  return known.of(isoCode) ?? isoCode
}

const called = new Map<string, readonly string[]>()
/** How a country is called in the product's languages, in its own one, and for short: `UK` (DEC-103). Each is asked for once, for all screens with a list. */
function namesOf(isoCode: string): readonly string[] {
  const names = called.get(isoCode) ?? [...translations.map((locale) => nameIn(locale, isoCode)), nameIn(languageOf(isoCode), isoCode), nameIn('en', isoCode, 'short')]
  called.set(isoCode, names)
  return names
}

/** Choices of a box for a country, in the order of the list, each found by all of its names and codes (DEC-103). */
export function countryChoices(countries: readonly Country[], words: Translate): readonly Choice[] {
  const aliasesOf = (isoCode: string): readonly string[] => {
    const inUse = namedOtherwise.has(isoCode) ? words(`Countries.${isoCode}`).split('; ') : []
    return [isoCode, threeLetters.get(isoCode) ?? isoCode, ...namesOf(isoCode), ...inUse]
  }
  return countries.map(({ id, country, isoCode }) => ({ value: String(id), label: country, aliases: twoLetters.test(isoCode) ? [...new Set(aliasesOf(isoCode))] : [] }))
}

/** Every calling code once, found by its digits and by all names of its countries (DRIVER-35, DEC-103). */
export function prefixChoices(countries: readonly Country[], choices: readonly Choice[], language: Language): readonly Choice[] {
  const codes = countries.map(({ phoneCode }) => digitsOf(phoneCode))
  return prefixesOf(countries).map(({ code, countries: names }) => {
    const leadsTo = choices.filter((_, index) => codes[index] === code)
    const text = `+${code} ${formatList(names, language)}`
    // Before letters from right to left the plus would stand behind its digits (DEC-181).
    return { value: code, label: /[\u0590-\u08ff]/.test(text) ? `\u200e${text}` : text, aliases: [code, `+${code}`, ...leadsTo.flatMap(({ label, aliases = [] }) => [label, ...aliases])] }
  })
}

/** The countries of the tenant's list as choices, made once per list and language: some two thousand names take a few milliseconds. */
function useChoices() {
  const words = useWords('mfe-driver')
  const { facts: { countries }, hints } = useUnit({ facts: $facts, hints: $countryHints })
  const choices = useMemo(() => countryChoices(countries, words), [countries, words])
  return { countries, choices, likely: useMemo(() => likelyOf(countries, hints), [countries, hints]) }
}

/** Choices of a box for a country, the likely ones first (DEC-177). */
export function useCountryChoices(): readonly Choice[] {
  const { choices, likely } = useChoices()
  return useMemo(() => likelyFirst(choices, likely), [choices, likely])
}

/** Choices of a box for a calling code, those of likely countries first (DEC-177). */
export function usePrefixChoices(): readonly Choice[] {
  const { countries, choices, likely } = useChoices()
  const language = useLanguage()
  return useMemo(() => likelyFirst(prefixChoices(countries, choices, language), likely), [countries, choices, language, likely])
}
