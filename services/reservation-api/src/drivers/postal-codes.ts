import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { portugueseCities } from './portuguese-cities.ts'

/** Cities of a postal code; empty when there is no such code, null when nothing is known, for example because the country has no table. */
export type PostalCodes = (zipCode: string, isoCode: string) => readonly string[] | null

type Table = ReadonlyMap<string, readonly string[]>

/** Spelling does not matter: 8000-138, 8000 138 and 8000138 are one code. */
const keyOf = (zipCode: string): string => zipCode.toUpperCase().replace(/[^A-Z0-9]/g, '')

/** The highest four digits that the post office gives out, for the island of Corvo. */
const lastPortuguese = 9980

/**
 * Portuguese codes have seven digits, of which the first four name the post office and with it the city. A code that cannot be one is
 * refused; one that is only not among the cities that come with the service may be right, so nothing is said about it.
 */
function citiesInPortugal(zipCode: string): readonly string[] | null {
  const key = keyOf(zipCode)
  if (!/^[1-9]\d{6}$/.test(key) || Number(key.slice(0, 4)) > lastPortuguese) return []
  const city = portugueseCities.get(key.slice(0, 4))
  return city === undefined ? null : [city]
}

/** Columns of a line: code and place. */
type Reader = (columns: readonly string[]) => readonly [code: string | undefined, place: string | undefined]

/** Tab-separated country, code, place, and columns that are not looked at: the GeoNames postal files. */
const geoNames: Reader = ([, code, place]) => [code, place]

/** Semicolon-separated, seventeen columns: the Portuguese post office's own `todos_cp.txt`, with the locality in the fourth and the code in two of the last. */
const portuguesePost: Reader = (columns) => [columns.length === 17 ? `${columns[14] ?? ''}${columns[15] ?? ''}` : undefined, columns[3]]

/** Reads a table in either form; what is no line of it is left out. */
export function readPostalTable(text: string): Table {
  const table = new Map<string, string[]>()
  const isPost = !text.slice(0, text.indexOf('\n') + 1).includes('\t')
  const read = isPost ? portuguesePost : geoNames
  for (const line of text.split(/\r?\n/)) {
    const [zipCode, place] = read(line.split(isPost ? ';' : '\t'))
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

/** The post office writes ISO 8859-1, everybody else UTF-8. */
function textOf(bytes: Buffer): string {
  const text = bytes.toString('utf8')
  return text.includes('\uFFFD') ? bytes.toString('latin1') : text
}

function tableIn(file: string): Table | null {
  try {
    return readPostalTable(textOf(readFileSync(file)))
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null
    throw error
  }
}
