import type { Country } from '@checkin/api'
import { digitsOf, prefixesOf } from '@checkin/driver-rules'
import { formatList, useLanguage, useWords, type Language, type Translate } from '@checkin/i18n'
import codes from 'countries-list/minimal/countries.2to3.min.json'
import { useUnit } from 'effector-react'
import { useMemo } from 'react'
import { namesOf } from './country-names.ts'
import { $facts } from './facts.ts'
import { $countryHints, likelyFirst, likelyOf, type CountryChoice } from './likely-countries.ts'

/** Codes of ISO 3166, of three letters by those of two. */
const threeLetters: ReadonlyMap<string, string> = new Map(Object.entries(codes))
const twoLetters = /^[A-Z]{2}$/

/** Countries with names in use that no list has, Holland for example: words of the page's language, as `Countries.NL`. */
const namedOtherwise: ReadonlySet<string> = new Set(['NL', 'GB', 'US', 'TR', 'CZ', 'CI', 'AE', 'MM', 'SZ'])

/** A choice whose other names are made when letters are typed: two thousand of them would keep a phone from the screen with the list (DEC-305). */
const found = (choice: Omit<CountryChoice, 'aliases'>, aliasesOf: () => readonly string[]): CountryChoice => ({ ...choice, get aliases() { return aliasesOf() } })

/** Choices of a box for a country, in the order of the list, each found by all of its names and codes (DEC-103). */
export function countryChoices(countries: readonly Country[], words: Translate): readonly CountryChoice[] {
  const aliasesOf = (isoCode: string): readonly string[] => {
    const inUse = namedOtherwise.has(isoCode) ? words(`Countries.${isoCode}`).split('; ') : []
    return [...new Set([isoCode, threeLetters.get(isoCode) ?? isoCode, ...namesOf(isoCode), ...inUse])]
  }
  return countries.map(({ id, country, isoCode }) => {
    const isoCodes = twoLetters.test(isoCode) ? [isoCode] : []
    return found({ value: String(id), label: country, isoCodes }, () => isoCodes.flatMap(aliasesOf))
  })
}

/** Every calling code once, found by its digits and by all names of its countries (DRIVER-35, DEC-103). */
export function prefixChoices(countries: readonly Country[], choices: readonly CountryChoice[], language: Language): readonly CountryChoice[] {
  const choicesOf = new Map<string, CountryChoice[]>()
  for (const [index, choice] of choices.entries()) {
    const code = digitsOf(countries[index]?.phoneCode ?? '')
    const others = choicesOf.get(code)
    if (others) others.push(choice)
    else choicesOf.set(code, [choice])
  }
  return prefixesOf(countries).map(({ code, countries: names }) => {
    const leadsTo = choicesOf.get(code) ?? []
    // Two hundred of the codes are of one country, and a phone takes long to make a list of it.
    const text = `+${code} ${names.length > 1 ? formatList(names, language) : names.join('')}`
    // Before letters from right to left the plus would stand behind its digits (DEC-181).
    const label = /[\u0590-\u08ff]/.test(text) ? `\u200e${text}` : text
    return found({ value: code, label, isoCodes: leadsTo.flatMap(({ isoCodes }) => isoCodes) }, () => [code, `+${code}`, ...leadsTo.flatMap(({ label: name, aliases = [] }) => [name, ...aliases])])
  })
}

/** What was made of a list, in the language that it was made in. */
interface Made {
  readonly language: Language
  readonly choices: readonly CountryChoice[]
  prefixes?: readonly CountryChoice[]
}

const kept = new WeakMap<readonly Country[], Made>()

/** Choices of a list of countries, made once for all screens that show it. */
export function choicesIn(countries: readonly Country[], words: Translate, language: Language): readonly CountryChoice[] {
  return madeOf(countries, words, language).choices
}

/** The calling codes of a list, made once as well. */
export function prefixesIn(countries: readonly Country[], words: Translate, language: Language): readonly CountryChoice[] {
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
function useChoices(choicesOf: typeof choicesIn): readonly CountryChoice[] {
  const words = useWords('mfe-driver')
  const language = useLanguage()
  const { facts: { countries }, hints } = useUnit({ facts: $facts, hints: $countryHints })
  return useMemo(() => likelyFirst(choicesOf(countries, words, language), likelyOf(countries, hints)), [choicesOf, countries, words, language, hints])
}

/** Choices of a box for a country. */
export const useCountryChoices = (): readonly CountryChoice[] => useChoices(choicesIn)

/** Choices of a box for a calling code. */
export const usePrefixChoices = (): readonly CountryChoice[] => useChoices(prefixesIn)
