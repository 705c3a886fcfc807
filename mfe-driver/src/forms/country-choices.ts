import type { Country } from '@checkin/api'
import { digitsOf, prefixesOf } from '@checkin/driver-rules'
import { languages, useWords, type Translate } from '@checkin/i18n'
import type { Choice } from '@checkin/ui/select'
import { createEffect, createEvent, createStore, sample } from 'effector'
import { useUnit } from 'effector-react'
import { useMemo } from 'react'
import { $facts } from './facts.ts'

type Names = ReadonlyMap<string, readonly string[]>

/** A screen that lists countries was shown. */
export const countriesShown = createEvent<unknown>()
/** Codes of three letters and usual names come apart, when a list is shown; without them a country is found by its other names. */
export const loadCodesFx = createEffect(async (): Promise<Names> => (await import('./country-codes.ts')).codesAndUsualNames)
const $codes = createStore<Names | null>(null, { name: 'countryCodes', serialize: 'ignore' }).on(loadCodesFx.doneData, (_, names) => names)
sample({ clock: countriesShown, source: $codes, filter: (codes) => codes === null, fn: () => undefined, target: loadCodesFx })

/** The languages of the product, Portuguese as it is written in both countries. */
const translations: readonly string[] = [...languages, 'pt-PT']
const twoLetters = /^[A-Z]{2}$/

/** The language that most people of a country speak, by the Unicode data of the browser. */
const languageOf = (isoCode: string): string => new Intl.Locale(`und-${isoCode}`).maximize().language

/** How a country is called in the product's languages, in its own one, and for short: `UK` (DEC-103). */
function createNames(): (isoCode: string) => readonly string[] {
  const made = new Map<string, Intl.DisplayNames>()
  const nameIn = (locale: string, isoCode: string, style: 'long' | 'short' = 'long'): string => {
    const known = made.get(locale + style) ?? new Intl.DisplayNames(locale, { type: 'region', style })
    made.set(locale + style, known)
    return known.of(isoCode) ?? isoCode
  }
  return (isoCode) => [...translations.map((locale) => nameIn(locale, isoCode)), nameIn(languageOf(isoCode), isoCode), nameIn('en', isoCode, 'short')]
}

/** Names that people use although they are no country's own, in the language of the page. */
const everyday = (words: Translate): Names => new Map([['NL', [words('Countries.NL')]], ['GB', words('Countries.GB').split('; ')]])

/** Choices of a box for a country, in the order of the list, each found by all of its names and codes (DEC-103). */
export function countryChoices(countries: readonly Country[], codes: Names | null, words: Translate): readonly Choice[] {
  const namesOf = createNames()
  const spoken = everyday(words)
  return countries.map(({ id, country, isoCode }) => {
    const found = twoLetters.test(isoCode) ? [isoCode, ...(codes?.get(isoCode) ?? []), ...namesOf(isoCode), ...(spoken.get(isoCode) ?? [])] : []
    return { value: String(id), label: country, aliases: [...new Set(found)] }
  })
}

/** Every calling code once, found by its digits and by all names of its countries (DRIVER-35, DEC-103). */
export function prefixChoices(countries: readonly Country[], choices: readonly Choice[]): readonly Choice[] {
  return prefixesOf(countries).map(({ code, countries: names }) => {
    const leadsTo = countries.flatMap(({ phoneCode }, index) => (digitsOf(phoneCode) === code ? [choices[index]] : []))
    return { value: code, label: `+${code} ${names.join(', ')}`, aliases: [code, `+${code}`, ...leadsTo.flatMap((choice) => (choice ? [choice.label, ...choice.aliases ?? []] : []))] }
  })
}

/** The countries of the tenant's list as choices, made once per list and language: the names of 240 countries in eight languages take some milliseconds. */
export function useCountryChoices(): readonly Choice[] {
  const words = useWords('mfe-driver')
  const { facts: { countries }, codes } = useUnit({ facts: $facts, codes: $codes })
  return useMemo(() => countryChoices(countries, codes, words), [countries, codes, words])
}
