import type { Country } from '@checkin/api'
import { background } from '@checkin/async/tasks'
import type { Choice } from '@checkin/ui/select'
import { combine, createEffect, createEvent, createStore, sample } from 'effector'
import { namesOf } from './country-names.ts'
import { $facts, type Facts } from './facts.ts'

/** What speaks for a country before the renter says anything (DEC-177). */
export interface CountryHints {
  /** ISO codes of countries that the driver's documents are of, as far as they were read. */
  readonly issuers: readonly string[]
  /** ISO codes of the countries where the rental is. */
  readonly rental: readonly string[]
  /** What the browser asks pages for, as `pt-PT`, the renter's own first. */
  readonly locales: readonly string[]
}

/** A choice of a country, or of a calling code, by the ISO codes of its countries. */
export interface CountryChoice extends Choice {
  readonly isoCodes: readonly string[]
}

/** More than a few at the top of a list are no help. */
const most = 5
const twoLetters = /^[A-Z]{2}$/

/** Newer than the types of the language, and no browser's duty: where it is missing, the zone says nothing. */
interface ZonesOfRegion {
  readonly getTimeZones?: () => readonly string[] | undefined
  readonly timeZones?: readonly string[]
}

function hasZone(isoCode: string, timeZone: string): boolean {
  const region = new Intl.Locale(`und-${isoCode}`) as ZonesOfRegion
  return (region.getTimeZones?.() ?? region.timeZones ?? []).includes(timeZone)
}

/** A language alone names no country: most who ask for English are not American. */
function regionOf(locale: string): string | undefined {
  try {
    return new Intl.Locale(locale).region
  } catch {
    return undefined
  }
}

/**
 * The countries of a list, by ISO code, that have a time zone. A phone takes a millisecond or two for one country and there are some
 * 250: the page answers touches between them (DEC-305). Their names are asked for on the way, so that nobody who types into a list waits for those.
 */
export async function countriesOfZone(countries: readonly Pick<Country, 'isoCode'>[], timeZone: string): Promise<readonly string[]> {
  const found: string[] = []
  for (const { isoCode } of countries) {
    if (twoLetters.test(isoCode)) {
      if (hasZone(isoCode, timeZone)) found.push(isoCode)
      namesOf(isoCode)
    }
    await background()
  }
  return found
}

/** The likely countries of a list, the likeliest first: of the documents, of the rental, of the browser (DEC-177). */
export function likelyOf(countries: readonly Pick<Country, 'isoCode'>[], { issuers, rental, locales }: CountryHints): readonly string[] {
  const known = countries.map(({ isoCode }) => isoCode).filter((isoCode) => twoLetters.test(isoCode))
  const named = [...issuers, ...rental, ...locales.map(regionOf)]
  return [...new Set(named.filter((isoCode) => isoCode !== undefined && known.includes(isoCode)))].slice(0, most) as readonly string[]
}

/** Choices with those of likely countries before the others, which keep their order. Renters wait for it: no choice is compared with the others, and no name is asked for. */
export const likelyFirst = (choices: readonly CountryChoice[], likely: readonly string[]): readonly CountryChoice[] =>
  [...new Set([...likely.flatMap((isoCode) => choices.filter(({ isoCodes }) => isoCodes.includes(isoCode))), ...choices])]

/** A document was read that is of this country, by its ISO code. */
export const issuerRead = createEvent<string>()
const $issuers = createStore<readonly string[]>([]).on(issuerRead, (issuers, isoCode) => [isoCode, ...issuers.filter((each) => each !== isoCode)])

/** A driver's first screen shows: before a list of countries is opened, it is to be known where the rental is. */
export const rentalWanted = createEvent()
export const findRentalFx = createEffect(({ countries, timeZone = 'UTC' }: Pick<Facts, 'countries' | 'timeZone'>) => countriesOfZone(countries, timeZone))
const $rental = createStore<readonly string[] | null>(null).on(findRentalFx.doneData, (_, found) => found)
// The lists may come after the screen.
const $isWanted = createStore(false).on(rentalWanted, () => true)
sample({
  clock: [rentalWanted, $facts],
  source: { isWanted: $isWanted, rental: $rental, isFinding: findRentalFx.pending, facts: $facts },
  filter: ({ isWanted, rental, isFinding, facts: { countries } }) => isWanted && rental === null && !isFinding && countries.length > 0,
  fn: ({ facts }) => facts,
  target: findRentalFx,
})

/** The hints of this page. */
export const $countryHints = combine($issuers, $rental, (issuers, rental): CountryHints => ({ issuers, rental: rental ?? [], locales: globalThis.navigator.languages }))
