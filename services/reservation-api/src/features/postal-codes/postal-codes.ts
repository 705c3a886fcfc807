import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { portugueseCities } from './portuguese-cities.ts'

/** Cities of a postal code; empty when there is no such code, null when the country has no table. */
export type PostalCodes = (zipCode: string, isoCode: string) => readonly string[] | null

type Table = ReadonlyMap<string, readonly string[]>

/** Spelling does not matter: 8000-138, 8000 138 and 8000138 are one code. */
const keyOf = (zipCode: string): string => zipCode.toUpperCase().replace(/[^A-Z0-9]/g, '')

/** Portuguese codes have seven digits, of which the first four name the post office and with it the city. */
function citiesInPortugal(zipCode: string): readonly string[] {
  const key = keyOf(zipCode)
  if (!/^[1-9]\d{6}$/.test(key)) return []
  const city = portugueseCities.get(key.slice(0, 4))
  return city === undefined ? [] : [city]
}

/** Reads a table in the form of the GeoNames postal files: tab-separated country, code, place, and columns that are not looked at. */
export function readPostalTable(text: string): Table {
  const table = new Map<string, string[]>()
  for (const line of text.split('\n')) {
    const [, zipCode, place] = line.split('\t')
    if (!zipCode || !place) continue
    const cities = table.get(keyOf(zipCode)) ?? []
    if (!cities.includes(place.trim())) cities.push(place.trim())
    table.set(keyOf(zipCode), cities)
  }
  return table
}

/**
 * Postal codes of all countries that have a table: `<ISO letters>.txt` of `folder`, read when first asked for, and without such a file the
 * Portuguese cities that come with the service.
 */
export function postalCodes(folder: string | null): PostalCodes {
  const tables = new Map<string, Table | null>()
  const tableOf = (isoCode: string): Table | null => {
    const kept = tables.get(isoCode)
    if (kept !== undefined) return kept
    const table = folder === null || !/^[A-Z]{2}$/.test(isoCode) ? null : tableIn(join(folder, `${isoCode}.txt`))
    tables.set(isoCode, table)
    return table
  }
  return (zipCode, isoCode) => {
    const table = tableOf(isoCode)
    if (table) return table.get(keyOf(zipCode)) ?? []
    return isoCode === 'PT' ? citiesInPortugal(zipCode) : null
  }
}

function tableIn(file: string): Table | null {
  try {
    return readPostalTable(readFileSync(file, 'utf8'))
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null
    throw error
  }
}
