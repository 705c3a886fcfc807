import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readMrz } from './read-mrz.ts'

/** The specimens of ICAO 9303, parts 4 to 6, and a card with a number of its own. */
const passport = ['P<UTOERIKSSON<<ANNA<MARIA<<<<<<<<<<<<<<<<<<<', 'L898902C36UTO7408122F1204159ZE184226B<<<<<10']
const card = ['I<UTOD231458907<<<<<<<<<<<<<<<', '7408122F1204159UTO<<<<<<<<<<<6', 'ERIKSSON<<ANNA<MARIA<<<<<<<<<<']
const twoLines = ['I<UTOERIKSSON<<ANNA<MARIA<<<<<<<<<<<', 'D231458907UTO7408122F1204159<<<<<<<6']
const visa = ['V<UTOERIKSSON<<ANNA<MARIA<<<<<<<<<<<<<<<<<<<', 'L8988901C4XXX4009078F96121096ZE184226B<<<<<<']

const reading = (number: string | null, expiryDate: string | null = '2012-04-15', birthDay: string | null = '740812') => ({ number, expiryDate, birthDay })
/** The text with another character at a place of a line. */
const changed = (lines: readonly string[], line: number, at: number, by: string): string => lines.map((text, index) => (index === line ? text.slice(0, at) + by + text.slice(at + 1) : text)).join('\n')

describe('the machine-readable zone', () => {
  it.each([
    ['a passport (TD3)', passport, reading('L898902C3')], ['an identity card (TD1)', card, reading('D23145890')], ['a card of two lines (TD2)', twoLines, reading('D23145890')],
    ['a visa', visa, reading('L8988901C', '2096-12-10', '400907')],
  ])('of %s gives what its check digits prove', (_, lines, expected) => {
    expect(readMrz(lines.join('\n'))).toEqual(expected)
  })

  it('is found among everything else on a page, with blanks and small letters in it', () => {
    expect(readMrz(['UTOPIA PASSPORT', 'ERIKSSON ANNA MARIA', ...passport.map((line) => line.toLowerCase().replaceAll('ut', 'u t ')), '', '- 12 -'].join('\r\n'))).toEqual(reading('L898902C3'))
  })

  it('is read past what cameras do to fillers and names', () => {
    expect(readMrz('P<UTOERIKSSONK<KANNAKMARIA<L<LLLLLLLLLLLLLLLKLKLK\nL898902C36UT07408122F1204159ZE184226B<<<<<10')).toEqual(reading('L898902C3'))
    expect(readMrz(`${passport[0]?.slice(0, 30)}\n${passport[1]?.slice(0, 30)}`)).toEqual(reading('L898902C3'))
  })

  it.each([
    ['the number', passport, 1, 9, '5', reading(null)], ['the birth date', passport, 1, 19, '3', reading('L898902C3', '2012-04-15', null)], ['the expiry', passport, 1, 27, '8', reading('L898902C3', null)],
    ['the number of a card', card, 0, 14, '1', reading(null)], ['the expiry of a card', card, 1, 14, '1', reading('D23145890', null)], ['the number of two lines', twoLines, 1, 9, '1', reading(null)],
  ] as const)('without the right check digit of %s leaves it out', (_, lines, line, at, by, expected) => {
    expect(readMrz(changed(lines, line, at, by))).toEqual(expected)
  })

  it('takes a letter for the digit that it must be', () => {
    expect(readMrz(changed(passport, 1, 16, 'B'))).toEqual(reading('L898902C3'))
  })

  it('is not there when one digit at most holds, or a page has no such lines', () => {
    expect(readMrz(changed([...passport.slice(0, 1), changed(passport.slice(1), 0, 9, '5')], 1, 27, '8'))).toBeNull()
    for (const text of ['', 'UTOPIA', 'A'.repeat(44), `${'<'.repeat(44)}\n${'<'.repeat(44)}`]) expect(readMrz(text)).toBeNull()
  })

  it('never says a number that one wrong character has made', () => {
    fc.assert(fc.property(fc.integer({ min: 1, max: 9 }), fc.integer({ min: 0, max: 9 }).map(String), (at, digit) => {
      const before = passport[1]?.[at] ?? ''
      // Digits only: a letter counts for the remainder of its own value, as a digit may.
      fc.pre(/\d/.test(before) && before !== digit)
      expect(readMrz(changed(passport, 1, at, digit))?.number ?? null).toBeNull()
    }))
  })

  it('comes through any text without an error', () => {
    fc.assert(fc.property(fc.string({ unit: fc.constantFrom('A', 'Z', '0', '9', '<', '\n', ' ', 'K'), minLength: 0, maxLength: 200 }), (text) => { readMrz(text) }))
  })
})
