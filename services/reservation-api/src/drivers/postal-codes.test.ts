import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { portugueseCities } from './portuguese-cities.ts'
import { postalCodes } from './postal-codes.ts'

const folder = await mkdtemp(join(tmpdir(), 'checkin-postal-'))
/** A line of the GeoNames postal files: twelve columns, the last ones empty where nothing is known. */
const geoNames = (country: string, code: string, place: string) => [country, code, place, 'Region', '08', 'District', '0805', '', '', '37.0', '-7.9', '6'].join('\t')
await writeFile(join(folder, 'CH.txt'), [...['8001', '8001', '1201'].map((code) => geoNames('CH', code, code === '1201' ? 'Genève' : 'Zürich')), 'nonsense', ''].join('\n'))
const geoNamesPortugal = await mkdtemp(join(tmpdir(), 'checkin-postal-'))
await writeFile(join(geoNamesPortugal, 'PT.txt'), `${geoNames('PT', '8005-139', 'Faro')}\n${geoNames('PT', '9980-024', 'Vila do Corvo')}\n`)
/** Made up in the form of the post office: no line of its table is copied. */
const ctt = await mkdtemp(join(tmpdir(), 'checkin-postal-'))
const post = (place: string, code: string, rest: string) => `08;05;1234;${place};;Rua;;;de;Exemplo;;;;;${code};${rest};EXEMPLO`
await writeFile(join(ctt, 'PT.txt'), Buffer.from(`${[post('Faro', '8005', '139'), post('Olhão', '8700', '152'), post('Pechão', '8700', '152'), 'half;a;line'].join('\r\n')}\r\n`, 'latin1'))
afterAll(() => Promise.all([folder, ctt, geoNamesPortugal].map((each) => rm(each, { recursive: true }))))

describe('postal codes (API-25)', () => {
  it('the Portuguese table has codes of four digits, each with a city', () => {
    expect(portugueseCities.size).toBeGreaterThan(400)
    for (const [code, city] of portugueseCities) expect(`${code} ${city}`).toMatch(/^[1-9]\d{3} \p{Lu}/u)
  })
  it.each([['1000-001', ['Lisboa']], ['4000 123', ['Porto']], ['9000-082', ['Funchal']], ['9500-150', ['Ponta Delgada']], ['8500-500', ['Portimão']], ['0000-000', []], ['9999-999', []], ['9981-000', []], ['8000-1', []], ['', []]])(
    'the Portuguese code %j is of %j', (zipCode, cities) => { expect(postalCodes(null)(zipCode, 'PT')).toEqual(cities) })
  it('a Portuguese code that is not among the cities known here may be right: nothing is said about it (DEC-32)', () => {
    expect([postalCodes(null)('1234-567', 'PT'), postalCodes(null)('9979-001', 'PT')]).toEqual([null, null])
  })
  it('the post office\'s own table takes the place of the built-in cities, and then an unknown code is wrong', () => {
    const codes = postalCodes(ctt)
    expect([codes('8005-139', 'PT'), codes('8700-152', 'PT'), codes('8000-138', 'PT')]).toEqual([['Faro'], ['Olhão', 'Pechão'], []])
  })
  it('so does a file of GeoNames, whose Portuguese codes have a hyphen', () => {
    const codes = postalCodes(geoNamesPortugal)
    expect([codes('8005139', 'PT'), codes('9980-024', 'PT'), codes('8000-138', 'PT')]).toEqual([['Faro'], ['Vila do Corvo'], []])
  })
  it('a loaded file adds a country, each city once', () => {
    const codes = postalCodes(folder)
    expect([codes('8001', 'CH'), codes('1201', 'CH'), codes('9999', 'CH')]).toEqual([['Zürich'], ['Genève'], []])
    expect(codes('8000-138', 'PT')).toEqual(['Faro'])
  })
  it('a country without a table is said to have none', () => {
    expect([postalCodes(null)('8001', 'CH'), postalCodes(folder)('75001', 'FR'), postalCodes(folder)('1', '..')]).toEqual([null, null, null])
  })
})
