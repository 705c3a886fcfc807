import { licenceYears, maxLengths } from '@checkin/driver-rules'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readLicence } from './read-licence.ts'
import type { LicenceReading } from './reading.ts'

const today = '2026-11-23'
const front = ['P CARTA DE CONDUÇÃO PORTUGAL', '1. SILVA', '2. MARIA', '3. 01.05.1990 LISBOA', '4a. 12.06.2018 4c. IMT', '4b. 12.06.2033', '5. L-1234567 8', '7.', '9. AM/B1/B', 'SPECIMEN']
const all = { number: 'L12345678', birthDate: '1990-05-01', issueDate: '2018-06-12', expiryDate: '2033-06-12', issuingCountry: 'PT' }
const read = (lines: readonly string[], surname?: string): LicenceReading | null => readLicence(lines.join('\n'), { surname, today })
const values = (reading: LicenceReading | null) => reading && {
  number: reading.number?.value ?? null, birthDate: reading.birthDate?.value ?? null, issueDate: reading.issueDate?.value ?? null, expiryDate: reading.expiryDate?.value ?? null,
  issuingCountry: reading.issuingCountry?.value ?? null,
}
/** The page with one line read as another. */
const withLine = (line: number, by: string): readonly string[] => front.map((each, at) => (at === line ? by : each))

describe('the numbered fields of a licence', () => {
  it('give number, dates and country, all of them to be checked by the renter (DEC-175)', () => {
    const reading = read(front, 'Silva')
    expect(values(reading)).toEqual(all)
    expect(reading).toMatchObject({ number: { isProven: false }, birthDate: { isProven: false }, issueDate: { isProven: false }, expiryDate: { isProven: false }, issuingCountry: { isProven: false }, nameMatches: true })
  })

  it('are found by their order where their numbers were not seen (DEC-175)', () => {
    expect(values(read(['CARTA DE CONDUGCAO PORTUGAL', 'SILVA', 'MARIA', '01.05.1990 LISBOA', '. 12.06.2018 4c. IMT', '. 12.06.2033', 'L-1234567 8', 'AM/B1/B', 'SPECIMEN']))).toEqual(all)
    expect(values(read(['BD FUHRERSCHEIN BUNDESREPUBLIK DEUTSCHLAND', 'MULLER-LUDENSCHEIDT', 'ERIKA', '. 12.08.84 BERLIN', '. 03.02.21 4b. 02.02.36', '. STADT MUSTER', 'X07Z1AB2C34', 'AM/B/L'])))
      .toEqual({ number: 'X07Z1AB2C34', birthDate: '1984-08-12', issueDate: '2021-02-03', expiryDate: '2036-02-02', issuingCountry: 'DE' })
  })

  it.each([
    ['the number 3 run on', withLine(3, '3.01.05.1990 LISBOA'), {}], ['letters for digits', withLine(3, '3. O1.O5.199O LISBOA'), {}], ['hyphens', withLine(4, '4a. 12-06-2018'), {}], ['blanks', withLine(5, '4b. 12 06 2033'), {}],
    ['a number that runs on', withLine(5, '4b.12.06.2033'), {}], ['years of two digits', withLine(4, '4a. 12.06.18'), {}], ['a lower-case number', withLine(6, '5. l-1234567 8'), {}],
    ['4a and 4b beside each other', front.flatMap((line, at) => (at === 4 ? ['4a. 12.06.2018 4b. 12.06.2033'] : at === 5 ? ['4c. IMT'] : [line])), {}],
    ['a personal number beside field 5', withLine(6, '4d. 900501123456 5. L-1234567 8'), {}],
  ])('are read with %s', (_, lines, change) => {
    expect(values(read(lines))).toEqual({ ...all, ...change })
  })

  it.each([
    ['born on no day', withLine(3, '3. 31.02.1990'), { birthDate: null }], ['born eleven years ago', withLine(3, '3. 01.05.2015'), { birthDate: null }],
    ['issued tomorrow', withLine(4, '4a. 24.11.2026'), { issueDate: null }], ['issued before the birth', withLine(4, '4a. 12.06.1988'), { birthDate: null, issueDate: null }],
    ['over before it was issued', withLine(5, '4b. 12.06.2017'), { issueDate: null, expiryDate: null }], ['good for longer than a form takes', withLine(5, `4b. 13.06.${2018 + licenceYears}`), { issueDate: null, expiryDate: null }],
    ['numbered by words', withLine(6, '5. SEE BACK'), { number: null }], ['numbered by more than a form takes', withLine(6, `5. ${'1'.repeat(maxLengths.licenceNumber + 1)}`), { number: null }],
    ['of no country that is known', withLine(0, 'DRIVING LICENCE UTOPIA'), { issuingCountry: null }],
  ])('of a licence that is %s leave out what cannot be (DEC-175)', (_, lines, change) => {
    expect(values(read(lines))).toEqual({ ...all, ...change })
  })

  it('are not there on the back, on another paper and on an empty one (DEC-175)', () => {
    expect(read(['9. 10. 11. 12.', 'AM 12.06.18 12.06.33', 'B1 12.06.18 12.06.33', 'B 12.06.90 12.06.33 01'])).toBeNull()
    for (const lines of [[], [''], ['UTOPIA'], ['BILL 12345678', '12.06.2018'], ['5. L-1234567 8']]) expect(read(lines)).toBeNull()
  })

  it.each([['Silva', true], ['SÍLVA', true], ['Müller', false], ['', null], [undefined, null]])('say of the surname %s whether the licence has it: %s, and never give a name (DEC-175)', (surname, matches) => {
    const reading = read(front, surname)
    expect(reading?.nameMatches).toBe(matches)
    expect(JSON.stringify(reading)).not.toMatch(/SILVA|MARIA/)
  })

  it('give way to the line for machines of a French licence, which its check digits prove (DEC-273)', () => {
    const reading = read(['F PERMIS DE CONDUIRE', '1. MARTIN', '3. 05.03.1978', '4a. 01.01.2014', '4b. 31.12.2038', '5. 13AA0OOO2', 'D1FRA13AA000026181231MARTIN<<9'], 'Martin')
    expect(reading).toMatchObject({ number: { value: '13AA00002', isProven: true }, expiryDate: { value: '2018-12-31', isProven: true }, issuingCountry: { value: 'FR', isProven: true }, birthDate: { value: '1978-03-05', isProven: false } })
  })

  it.each([
    ['alone on the back', 'D1FRA13AA000026181231MARTIN<<9', '13AA00002'], ['with blanks', 'D1FRA 13AA00002 6 181231 MARTIN<< 9', '13AA00002'], ['with letters for digits', 'OIFRA13AAOOO026I8I23IMARTIN<<9', '13AA00002'],
    ['of another number', 'D1FRA13AA000036181231MARTIN<<9', null], ['cut off', 'D1FRA13AA000026181231MARTIN<', null],
  ])('read the line for machines %s, and nothing that its digits do not prove (DEC-273)', (_, line, number) => {
    expect(values(read([line]))?.number ?? null).toBe(number)
  })

  it('have the end of a licence only read where the digit over the whole line does not hold (DEC-273)', () => {
    expect(read(['D1FRA13AA000026191231MARTIN<<9'])).toMatchObject({ number: { value: '13AA00002', isProven: true }, expiryDate: { value: '2019-12-31', isProven: false } })
    expect(read([...front, 'D1FRA13AA000026191231MARTIN<<9'])?.expiryDate).toEqual({ value: '2033-06-12', isProven: false })
  })

  it.each([['Martin', 'D1FRA13AA000026181231MARTIN<<9', true], ['Durand', 'D1FRA13AA000026181231MARTIN<<9', false]])('compare the surname %s with the line for machines (DEC-273)', (surname, line, matches) => {
    expect(read([line], surname)?.nameMatches).toBe(matches)
  })

  it('come through any text without an error', () => {
    fc.assert(fc.property(fc.string({ unit: fc.constantFrom('1', '4', 'a', 'b', '.', '5', '0', '9', '\n', ' ', 'S', 'P'), maxLength: 200 }), (text) => { readLicence(text, { today }) }))
  })
})
