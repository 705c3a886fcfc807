import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isSameEmail, isSameSurname } from './surname.ts'

describe('a surname', () => {
  it.each([
    ['silva', 'Silva'], ['SILVA', 'Silva'], [' Silva ', 'Silva'],
    ['Muller-Ludenscheidt', 'Müller-Lüdenscheidt'], ['müller lüdenscheidt', 'Müller-Lüdenscheidt'], ['MUELLERLUEDENSCHEIDT', 'Müller-Lüdenscheidt'],
    ['Mu\u0308ller-Lu\u0308denscheidt', 'Müller-Lüdenscheidt'],
    ['ONeil', 'O’Neil'], ["d'Agua", 'd’Água'], ['Conceicao', 'Conceição'], ['Strasse', 'Straße'], ['Sorensen', 'Sørensen'], ['Da Silva', 'da  Silva'],
  ])('typed as %j is the one on file as %j (API-09)', (typed, onFile) => {
    expect(isSameSurname(typed, onFile)).toBe(true)
  })

  it.each([
    ['Silv', 'Silva'], ['Silvas', 'Silva'], ['', 'Silva'], [' ', 'Silva'], ['-', '’'], ['%', 'Silva'], ['Silva Costa', 'Silva'], ['Muller', 'Müller-Lüdenscheidt'],
    ['12', '12'],
  ])('typed as %j is not the one on file as %j (API-09)', (typed, onFile) => {
    expect(isSameSurname(typed, onFile)).toBe(false)
  })

  it('is found however it is cased and spaced (API-09)', () => {
    fc.assert(fc.property(fc.stringMatching(/^[A-Za-zÀ-ÖØ-öø-ÿ]{1,20}$/), fc.constantFrom(' ', '-', '’', ''), (name, sign) => {
      expect(isSameSurname(name.toLowerCase(), name)).toBe(true)
      expect(isSameSurname(`${sign}${name}`, name)).toBe(true)
    }))
  })
})

describe('an e-mail address', () => {
  it('is the same in any case, and no other (DEC-09)', () => {
    expect(isSameEmail(' Maria.Silva@Example.COM', 'maria.silva@example.com')).toBe(true)
    expect(isSameEmail('maria.silva@example.co', 'maria.silva@example.com')).toBe(false)
    expect(isSameEmail('mariasilva@example.com', 'maria.silva@example.com')).toBe(false)
  })
})
