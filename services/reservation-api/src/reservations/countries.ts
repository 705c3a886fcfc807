import type { Country } from '@checkin/api'
import type { Language } from '@checkin/i18n'
import type { TenantSettings } from '@checkin/internal'
import { countryCodes } from './country-codes.generated.ts'

export interface ListedCountry {
  /** ISO 3166 number. */
  readonly id: number
  /** ISO 3166 letters. */
  readonly isoCode: string
  /** Calling code without a plus sign. */
  readonly phoneCode: string
  /** Name in the language asked for. */
  readonly name: string
}

/** Uninhabited territories have no calling code: no renter lives there. */
const inhabited = countryCodes.filter(([, , phoneCode]) => phoneCode !== '')
const isoCodes = new Map(countryCodes.map(([id, isoCode]) => [id, isoCode]))
const lists = new Map<Language, readonly ListedCountry[]>()
const names = new Map<Language, Intl.DisplayNames>()

const namesIn = (language: Language): Intl.DisplayNames => {
  const kept = names.get(language) ?? new Intl.DisplayNames(language === 'pt' ? 'pt-PT' : language, { type: 'region' })
  names.set(language, kept)
  return kept
}

/** Letters of a country by its id; null for an unknown id. */
export const isoCodeOf = (id: number): string | null => isoCodes.get(id) ?? null

/** Name of a country by its id; null for an unknown id. */
export function countryName(id: number, language: Language): string | null {
  const isoCode = isoCodes.get(id)
  return isoCode === undefined ? null : namesIn(language).of(isoCode) ?? isoCode
}

/** All inhabited countries and territories by name; names come from the Unicode data of the run time. */
export function countriesIn(language: Language): readonly ListedCountry[] {
  const kept = lists.get(language)
  if (kept) return kept
  const { compare } = new Intl.Collator(language)
  const listed = inhabited.map(([id, isoCode, phoneCode]) => ({ id, isoCode, phoneCode, name: namesIn(language).of(isoCode) ?? isoCode }))
    .sort((one, other) => compare(one.name, other.name))
  lists.set(language, listed)
  return listed
}

type Checked = Pick<TenantSettings, 'validatePostalCode' | 'validateTaxNumber'>
/** Lists by the settings that they are made of, as long as somebody has these. */
const listsOf = new WeakMap<Checked, Map<Language, readonly Country[]>>()

/** The list as a tenant's pages have it (API-02): with the countries whose numbers the tenant checks. */
export function countriesOf(settings: Checked, language: Language): readonly Country[] {
  const made = listsOf.get(settings) ?? new Map<Language, readonly Country[]>()
  listsOf.set(settings, made)
  const list = made.get(language) ?? Object.freeze(listed(settings, language))
  made.set(language, list)
  return list
}

const listed = ({ validatePostalCode, validateTaxNumber }: Checked, language: Language): Country[] =>
  countriesIn(language).map(({ id, isoCode, phoneCode, name }) =>
    ({ id, country: name, isoCode, phoneCode, isValidatePostalCode: validatePostalCode.includes(isoCode), isValidateTaxNumber: validateTaxNumber.includes(isoCode) }))
