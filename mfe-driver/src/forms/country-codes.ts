import codes from 'i18n-iso-countries/codes.json'
import english from 'i18n-iso-countries/langs/en.json'

const usual: Readonly<Record<string, string | readonly string[]>> = english.countries

/** By the two letters of ISO 3166: its three letters and the usual English names, `USA` and `Ivory Coast` among them (DEC-103). Fetched apart, for the boxes that list countries. */
export const codesAndUsualNames: ReadonlyMap<string, readonly string[]> =
  new Map(codes.map(([two = '', three = '']) => [two, [three, ...[usual[two] ?? []].flat()]]))
