import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { portugueseCities } from './portuguese-cities.ts'
import { postalCodes } from './postal-codes.ts'

const folder = await mkdtemp(join(tmpdir(), 'checkin-postal-'))
await writeFile(join(folder, 'CH.txt'), 'CH\t8001\tZürich\tZürich\nCH\t8001\tZürich\tZürich\nCH\t1201\tGenève\tGenève\nnonsense\n')
afterAll(() => rm(folder, { recursive: true }))

describe('postal codes (API-25)', () => {
  it('the Portuguese table has codes of four digits, each with a city', () => {
    expect(portugueseCities.size).toBeGreaterThan(400)
    for (const [code, city] of portugueseCities) expect(`${code} ${city}`).toMatch(/^[1-9]\d{3} \p{Lu}/u)
  })
  it.each([['1000-001', ['Lisboa']], ['4000 123', ['Porto']], ['9000-082', ['Funchal']], ['9500-150', ['Ponta Delgada']], ['8500-500', ['Portimão']], ['0000-000', []], ['9999-999', []], ['8000-1', []], ['', []]])(
    'the Portuguese code %j is of %j', (zipCode, cities) => { expect(postalCodes(null)(zipCode, 'PT')).toEqual(cities) })
  it('a loaded file adds a country, each city once', () => {
    const codes = postalCodes(folder)
    expect([codes('8001', 'CH'), codes('1201', 'CH'), codes('9999', 'CH')]).toEqual([['Zürich'], ['Genève'], []])
    expect(codes('8000-138', 'PT')).toEqual(['Faro'])
  })
  it('a country without a table is said to have none', () => {
    expect([postalCodes(null)('8001', 'CH'), postalCodes(folder)('75001', 'FR'), postalCodes(folder)('1', '..')]).toEqual([null, null, null])
  })
})
