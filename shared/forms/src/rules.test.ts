import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { errorsOf, formSchema, requiredFields } from './form-schema.ts'
import { choice, digits, email, image, plainDate, text, wholeNumber, type FieldSchema } from './rules.ts'

const kindOf = (rule: FieldSchema, value: string): string | null => errorsOf(formSchema({ field: rule }), { field: value }).field ?? null

describe('rules of a field', () => {
  it.each<[FieldSchema, string, string | null]>([
    [text({ required: true }), '', 'Required'],
    [text({ required: true }), '   ', 'Required'],
    [text({ required: true }), 'x', null],
    [text(), '', null],
    [text({ maxLength: 14 }), 'x'.repeat(14), null],
    [text({ maxLength: 14 }), 'x'.repeat(15), 'MaxExceeded'],
    [email({ required: true }), '', 'Required'],
    [email(), '', null],
    [email(), 'x@', 'Invalid'],
    [email(), 'maria.silva@example.com', null],
    [email(), `${'x'.repeat(250)}@example.com`, 'MaxExceeded'],
    [wholeNumber({ required: true }), '', 'Required'],
    [wholeNumber({ min: 1 }), '0', 'MinRequired'],
    [wholeNumber({ max: 12 }), '13', 'MaxExceeded'],
    [wholeNumber(), '9999999', null],
    [wholeNumber(), '10000000', 'MaxExceeded'],
    [wholeNumber(), '1.5', 'Valid'],
    [digits({ min: 6, max: 12 }), '12345', 'Invalid'],
    [digits({ min: 6, max: 12 }), '012345', null],
    [digits({ min: 6, max: 6, kind: 'MinRequired' }), '12345', 'MinRequired'],
    [choice({ required: true, of: ['pt', 'es'] }), '', 'Required'],
    [choice({ of: ['pt', 'es'] }), 'xx', 'Invalid'],
    [choice({ of: ['pt', 'es'] }), 'pt', null],
    [image({ required: true }), '', 'Required'],
  ])('answers with the code of what is wrong, never with a sentence (SHELL-83) %#', (rule, value, kind) => {
    expect(kindOf(rule, value)).toBe(kind)
  })

  it.each([
    ['1899-12-31', 'MinRequired'], ['1900-01-01', null], ['2200-01-01', null], ['2200-01-02', 'MaxExceeded'],
    ['2025-02-29', 'Valid'], ['2024-02-29', null], ['0001-01-01T00:00:00', null], ['yesterday', 'Valid'],
  ])('keeps a date without bounds between 1900 and 2200: %s (SHELL-84, SHELL-62)', (value, kind) => {
    expect(kindOf(plainDate(), value)).toBe(kind)
  })

  it('counts the empty date of the API as missing where a date is required (SHELL-62)', () => {
    expect(kindOf(plainDate({ required: true }), '0001-01-01T00:00:00')).toBe('Required')
  })

  it('accepts a date exactly when it is not before the first and not after the last one', () => {
    const date = fc.date({ min: new Date('1950-01-01'), max: new Date('2150-01-01'), noInvalidDate: true }).map((each) => each.toISOString().slice(0, 10))
    fc.assert(fc.property(date, date, date, (min, max, value) => {
      const kind = kindOf(plainDate({ min, max }), value)
      expect(kind).toBe(value < min ? 'MinRequired' : value > max ? 'MaxExceeded' : null)
    }))
  })

  it('knows the required fields from the rules themselves, so the asterisk and the refusal always agree (SHELL-85)', () => {
    const schema = formSchema({ reference: text({ required: true }), checkoutdate: plainDate(), mail: email({ required: true }) })
    expect([...requiredFields(schema, ['reference', 'checkoutdate', 'mail'])]).toEqual(['reference', 'mail'])
  })

  it('takes a rule over two fields and puts its code at the field that it names', () => {
    const schema = z.object({ from: plainDate(), to: plainDate() }).check(z.refine(({ from, to }) => to >= from, { error: 'MinRequired', path: ['to'] }))
    expect(errorsOf(schema, { from: '2026-05-02', to: '2026-05-01' })).toEqual({ to: 'MinRequired' })
    expect(errorsOf(schema, { from: '2026-05-02', to: '2026-05-02' })).toEqual({})
  })
})
