/** Countries whose licences have the numbered fields of the European model (directive 2006/126/EC, annex I) or nearly so, by ISO 3166. */
const modelCountries = ['PT', 'ES', 'FR', 'DE', 'IT', 'NL', 'BE', 'LU', 'IE', 'AT', 'DK', 'SE', 'FI', 'NO', 'IS', 'LI', 'CH', 'PL', 'CZ', 'SK', 'SI', 'HR', 'HU', 'RO', 'BG', 'EE', 'LV', 'LT', 'MT', 'CY', 'GB'] as const

/** What headings say instead of the country's name. */
const headings: Readonly<Partial<Record<(typeof modelCountries)[number], readonly string[]>>> = {
  FR: ['REPUBLIQUE FRANCAISE'], CZ: ['CESKA REPUBLIKA'], SK: ['SLOVENSKA REPUBLIKA'], LT: ['LIETUVOS RESPUBLIKA'], LV: ['LATVIJAS REPUBLIKA'], EE: ['EESTI VABARIIK'], GB: ['UNITED KINGDOM'],
}

const plain = (text: string): string => text.normalize('NFD').replace(/\p{M}/gu, '').toUpperCase().replace(/[^A-Z]+/g, ' ')

/** What a country calls itself, by the Unicode data of the browser. */
function ownName(country: string): string {
  const { language } = new Intl.Locale(`und-${country}`).maximize()
  return plain(new Intl.DisplayNames(language, { type: 'region' }).of(country) ?? '').trim()
}

/** The country that the heading of a licence names, ISO 3166, two letters; null where it names none or several. */
export function countryInHeading(heading: string): string | null {
  const text = plain(heading)
  const named = modelCountries.filter((country) => [ownName(country), ...(headings[country] ?? [])].some((name) => name.length > 3 && text.includes(name)))
  return named.length === 1 ? named[0] ?? null : null
}
