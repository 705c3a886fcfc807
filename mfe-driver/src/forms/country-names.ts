import { languages } from '@checkin/i18n'

/** The languages of the product, Portuguese as it is written in both countries. */
const translations: readonly string[] = [...languages, 'pt-PT']

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
export function namesOf(isoCode: string): readonly string[] {
  const names = called.get(isoCode) ?? [...translations.map((locale) => nameIn(locale, isoCode)), nameIn(languageOf(isoCode), isoCode), nameIn('en', isoCode, 'short')]
  called.set(isoCode, names)
  return names
}
