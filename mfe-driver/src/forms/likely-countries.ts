import type { Country } from '@checkin/api'
import { $config } from '@checkin/flow'
import { combine, createEvent, createStore } from 'effector'

/** What speaks for a country before the renter says anything (DEC-177). */
export interface CountryHints {
  /** ISO codes of countries that the driver's documents are of, as far as they were read. */
  readonly issuers: readonly string[]
  /** The company's own, which says where the rental is. */
  readonly timeZone: string | undefined
  /** What the browser asks pages for, as `pt-PT`, the renter's own first. */
  readonly locales: readonly string[]
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

/** The likely countries of a list, the likeliest first: of the documents, of the rental, of the browser (DEC-177). */
export function likelyOf(countries: readonly Pick<Country, 'isoCode'>[], { issuers, timeZone, locales }: CountryHints): readonly string[] {
  const known = countries.map(({ isoCode }) => isoCode).filter((isoCode) => twoLetters.test(isoCode))
  const ofRental = timeZone === undefined ? [] : known.filter((isoCode) => hasZone(isoCode, timeZone))
  const named = [...issuers, ...ofRental, ...locales.map(regionOf)]
  return [...new Set(named.filter((isoCode) => isoCode !== undefined && known.includes(isoCode)))].slice(0, most) as readonly string[]
}

/** A list with the likely entries before the others, which keep their order. */
export const likelyFirst = <Entry>(entries: readonly Entry[], codeOf: (entry: Entry) => readonly string[], likely: readonly string[]): readonly Entry[] => {
  const rank = (entry: Entry): number => {
    const ranks = codeOf(entry).map((code) => likely.indexOf(code)).filter((at) => at >= 0)
    return Math.min(...ranks, likely.length)
  }
  return [...entries].sort((one, other) => rank(one) - rank(other))
}

/** A document was read that is of this country, by its ISO code. */
export const issuerRead = createEvent<string>()
const $issuers = createStore<readonly string[]>([]).on(issuerRead, (issuers, isoCode) => [isoCode, ...issuers.filter((each) => each !== isoCode)])

/** The hints of this page. */
export const $countryHints = combine($issuers, $config, (issuers, config): CountryHints => ({ issuers, timeZone: config?.timeZone, locales: globalThis.navigator?.languages ?? [] }))
