import type { Country } from '@checkin/api'
import { digitsOf, prefixesOf } from '@checkin/driver-rules'
import { formatList, useLanguage, useWords, type Language, type Translate } from '@checkin/i18n'
import type { Choice } from '@checkin/ui/select'
import codes from 'countries-list/minimal/countries.2to3.min.json'
import { useUnit } from 'effector-react'
import { useMemo } from 'react'
import { namesOf } from './country-names.ts'
import { $facts } from './facts.ts'
import { $countryHints, likelyFirst, likelyOf } from './likely-countries.ts'

/** Codes of ISO 3166, of three letters by those of two. */
const threeLetters: ReadonlyMap<string, string> = new Map(Object.entries(codes))
const twoLetters = /^[A-Z]{2}$/

/** Countries with names in use that no list has, Holland for example: words of the page's language, as `Countries.NL`. */
const namedOtherwise: ReadonlySet<string> = new Set(['NL', 'GB', 'US', 'TR', 'CZ', 'CI', 'AE', 'MM', 'SZ'])

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

/** What was made of a list, in the language that it was made in. */
interface Made {
  readonly language: Language
  readonly choices: readonly Choice[]
  prefixes?: readonly Choice[]
}

const kept = new WeakMap<readonly Country[], Made>()

/** Choices of a list of countries, made once for all screens that show it: some two thousand names take a phone longer than the rest of a screen. */
export function choicesIn(countries: readonly Country[], words: Translate, language: Language): readonly Choice[] {
  return madeOf(countries, words, language).choices
}

/** The calling codes of a list, made once as well. */
export function prefixesIn(countries: readonly Country[], words: Translate, language: Language): readonly Choice[] {
  const made = madeOf(countries, words, language)
  return made.prefixes ??= prefixChoices(countries, made.choices, language)
}

function madeOf(countries: readonly Country[], words: Translate, language: Language): Made {
  const known = kept.get(countries)
  if (known?.language === language) return known
  const made = { language, choices: countryChoices(countries, words) }
  kept.set(countries, made)
  return made
}

/** Choices of the tenant's list, those of likely countries first (DEC-177). */
function useChoices(choicesOf: typeof choicesIn): readonly Choice[] {
  const words = useWords('mfe-driver')
  const language = useLanguage()
  const { facts: { countries }, hints } = useUnit({ facts: $facts, hints: $countryHints })
  return useMemo(() => likelyFirst(choicesOf(countries, words, language), likelyOf(countries, hints)), [choicesOf, countries, words, language, hints])
}

/** Choices of a box for a country. */
export const useCountryChoices = (): readonly Choice[] => useChoices(choicesIn)

/** Choices of a box for a calling code. */
export const usePrefixChoices = (): readonly Choice[] => useChoices(prefixesIn)
