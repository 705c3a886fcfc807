import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { dropLastDigitAboveMax, fieldTypes, keepAllowed, typedValue } from './typing.ts'

describe('typing in a field', () => {
  it('keeps letters of any language, digits, space, dot, hyphen and apostrophe in a name (SHELL-87, DEC-33)', () => {
    expect(keepAllowed('textNumbers', "Åsa-María O'Neil 3.B;<>")).toBe("Åsa-María O'Neil 3.B")
    expect(keepAllowed('textNumbers', 'Müller-Lüdenscheidt, Ærøskøbing! Łódź O’Neil')).toBe('Müller-Lüdenscheidt Ærøskøbing Łódź O’Neil')
  })

  it('keeps only the characters of a plain address in an e-mail, the plus sign among them (SHELL-88, DEC-101)', () => {
    expect(keepAllowed('email', 'a_b-c.d@x.pt!#')).toBe('a_b-c.d@x.pt')
    expect(keepAllowed('email', 'maria+trip@example.com')).toBe('maria+trip@example.com')
  })

  it('never adds or reorders a character, and filtering twice changes nothing (SHELL-87, SHELL-88)', () => {
    fc.assert(fc.property(fc.constantFrom('textNumbers', 'email', 'digits', 'lettersDigits'), fc.string({ unit: 'binary' }), (allowed, typed) => {
      const kept = keepAllowed(allowed, typed)
      expect(keepAllowed(allowed, kept)).toBe(kept)
      let from = 0
      for (const character of kept) {
        const at = typed.indexOf(character, from)
        expect(at).toBeGreaterThanOrEqual(from)
        from = at + character.length
      }
    }))
  })

  it('drops the last digit of a number above its maximum (SHELL-89, CONST-12)', () => {
    expect(dropLastDigitAboveMax('1234567', 999_999)).toBe('123456')
    expect(dropLastDigitAboveMax('999999', 999_999)).toBe('999999')
    expect(dropLastDigitAboveMax('123456789')).toBe('1234567')
  })

  it('never keeps a number above the maximum, and a number within it is left alone (SHELL-89)', () => {
    fc.assert(fc.property(fc.nat(), fc.integer({ min: 0, max: 9_999_999 }), (typed, max) => {
      const kept = dropLastDigitAboveMax(String(typed), max)
      expect(Number(kept)).toBeLessThanOrEqual(max)
      expect(String(typed).startsWith(kept)).toBe(true)
      if (typed <= max) expect(kept).toBe(String(typed))
    }))
  })

  it('keeps 40 characters by default otherwise, 255 of an e-mail (SHELL-90, CONST-08, CONST-11)', () => {
    expect(typedValue({ type: 'string' }, 'x'.repeat(41)).value).toHaveLength(40)
    expect(typedValue({ type: 'string', maxLength: 20 }, 'x'.repeat(41)).value).toHaveLength(20)
    expect(typedValue({ type: 'email' }, 'x'.repeat(300)).value).toHaveLength(255)
    expect(typedValue({ type: 'string' }, 'a').value).toBe('a')
  })

  it('is of one of six types; a number is kept to its maximum, a text to its length, as it is typed (SHELL-82)', () => {
    expect(fieldTypes).toEqual(['string', 'number', 'date', 'email', 'select', 'image'])
    expect(typedValue({ type: 'number', max: 12 }, '123').value).toBe('12')
    expect(typedValue({ type: 'string', maxLength: 3 }, 'abcd').value).toBe('abc')
    expect(typedValue({ type: 'date' }, '2026-12-01').value).toBe('2026-12-01')
    expect(typedValue({ type: 'select' }, 'PT').value).toBe('PT')
  })

  it('says when characters of an address were left out, but not for the blanks around it (DEC-33)', () => {
    expect(typedValue({ type: 'email' }, 'maria trip@example.com')).toEqual({ value: 'mariatrip@example.com', lost: true })
    expect(typedValue({ type: 'email' }, 'maria+trip@example.com')).toEqual({ value: 'maria+trip@example.com', lost: false })
    expect(typedValue({ type: 'email' }, '  maria@example.com ')).toEqual({ value: 'maria@example.com', lost: false })
  })

  it('takes spaces and hyphens out of a pasted code without a word about it (VERIF-16)', () => {
    expect(typedValue({ type: 'string', regexAllowed: 'digits', maxLength: 6 }, '12a4567')).toEqual({ value: '124567', lost: false })
    expect(typedValue({ type: 'string', regexAllowed: 'digits', maxLength: 6 }, ' 012-345 ')).toEqual({ value: '012345', lost: false })
  })

  it('leaves dates, choices and images as they are', () => {
    for (const type of ['date', 'select', 'image'] as const) expect(typedValue({ type }, 'x'.repeat(300))).toEqual({ value: 'x'.repeat(300), lost: false })
  })
})
