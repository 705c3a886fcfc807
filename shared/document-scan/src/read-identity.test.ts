import { describe, expect, it } from 'vitest'
import { readIdentity } from './read-identity.ts'

const today = '2026-11-23'
const passport = ['P<PRTSILVA<<MARIA<<<<<<<<<<<<<<<<<<<<<<<<<<<', 'L898902C36PRT9005019F3204153ZE184226B<<<<<12']
const card = ['I<PRT12345678X1<<<<<<<<<<<<<<<', '9005019F3204153PRT<<<<<<<<<<<0', 'SILVA<<MARIA<<<<<<<<<<<<<<<<<<']
/** A card whose number goes on behind the place of its digit: 000024759ZZ7, and 2 is the digit. */
const longNumber = ['I<PRT000024759<ZZ72<<<<<<<<<<<', '9005019F3204153PRT<<<<<<<<<<<0', 'SILVA<<MARIA<<<<<<<<<<<<<<<<<<']
/** A date with its check digit (ICAO 9303 part 3, section 4.9). */
const checked = (day: string): string => day + String(Array.from(day).reduce((sum, digit, at) => sum + Number(digit) * ([7, 3, 1][at % 3] ?? 0), 0) % 10)
const read = (lines: readonly string[], surname?: string, day = today) => readIdentity(lines.join('\n'), { surname, today: day })
const proven = (value: string) => ({ value, isProven: true })
const whole = { kind: 'identity', number: proven('L898902C3'), expiryDate: proven('2032-04-15'), birthDate: proven('1990-05-01'), issuingCountry: { value: 'PT', isProven: false }, nameMatches: null }

describe('a passport or identity card', () => {
  it('is read with its kind, proven number and dates, and the country, which no check digit proves (DEC-175)', () => {
    expect(read(passport)).toEqual({ ...whole, documentKind: 'passport' })
    expect(read(card)).toEqual({ ...whole, documentKind: 'id-card', number: proven('12345678X') })
  })

  it('may have a number of more than nine characters, whatever a camera makes of the fillers behind it', () => {
    expect(read(longNumber)?.number).toEqual(proven('000024759ZZ7'))
    expect(read(longNumber.map((line, at) => (at === 0 ? 'I<PRT000024759<ZZ72<<K<LLKLLCL' : line)))?.number).toEqual(proven('000024759ZZ7'))
  })

  it('is none when it is a visa (DEC-175)', () => {
    expect(read(passport.map((line, at) => (at === 0 ? line.replace('P<', 'V<') : line)))?.documentKind).toBeNull()
  })

  it.each([
    ['040501', today, '2004-05-01'], ['120501', today, null], ['120501', '2029-01-01', '2012-05-01'], ['270501', today, '1927-05-01'], ['260501', today, null],
  ])('born %s is of the century in which a driver is more than 15 and less than 100 on %s: %s (DEC-175)', (day, on, birth) => {
    expect(read(passport.map((line, at) => (at === 1 ? line.replace('9005019', checked(day)) : line)), undefined, on)?.birthDate?.value ?? null).toBe(birth)
  })

  it.each([['D<<', 'D<<', 'DE'], ['GBR', 'GBD', 'GB'], ['ESP', 'ESP', 'ES'], ['UTO', 'UTO', null], ['0ST', '0ST', null], ['PRI', 'PRT', null]])('issued by %s to somebody of %s is of the country %s (DEC-175)', (issuer, nationality, country) => {
    expect(read(passport.map((line, at) => line.replace('PRT', at === 0 ? issuer : nationality)))?.issuingCountry?.value ?? null).toBe(country)
  })

  it.each([
    ['Silva', true], ['Sílva', true], ['da Silva', null], ['Müller', false], ['Li', null], ['', null],
  ])('says of the surname %s whether it is the printed one: %s, and gives no name (DEC-175)', (surname, matches) => {
    const reading = read(card, surname)
    expect(reading?.nameMatches).toBe(matches)
    expect(JSON.stringify(reading)).not.toMatch(/SILVA|MARIA/)
  })

  it.each([
    ['Müller', 'MUELLER<<ERIKA<<<<<<<<<<<<<<<<', true], ['Müller', 'MULLER<<ERIKA<<<<<<<<<<<<<<<<<', true], ['Großmann', 'GROSSMANN<<ERIKA<<<<<<<<<<<<<<', true],
    ['Łuczak', 'LUCZAK<<ANNA<<<<<<<<<<<<<<<<<<', true], ['Silva', '5ILVAK<KMARIAK<KLLLKLLLLLLLLLLL', true], ['Silva', 'SANTOS<<MARIA<<<<<<<<<<<<<<<<<', false],
  ])('compares %s with %s as zones write it and cameras read it: %s (DEC-175)', (surname, line, matches) => {
    expect(read([...card.slice(0, 2), line], surname)?.nameMatches).toBe(matches)
  })

  it('is not there where no zone is', () => {
    expect(read(['UTOPIA', 'CARTA DE CONDUCAO'])).toBeNull()
  })
})
