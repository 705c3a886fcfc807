import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { ContractPart, Shape, Use } from './public-contract.ts'
import { semverViolations, shapeChanges } from './semver-violations.ts'

const text: Shape = { type: 'string' }
const driver: Shape = { type: 'object', properties: { name: text, mail: text }, required: ['name'] }
const part = (version: string, members: ContractPart['members']): Record<string, ContractPart> => ({ flow: { version, members } })
const event = (shape: Shape, use: Use = 'both') => ({ 'event driver/driverSaved': { use, shape } })

describe('semantic versioning of contracts', () => {
  it.each<[string, Use, Shape, Shape, string]>([
    ['a field that readers know is gone', 'given', driver, { ...driver, properties: { name: text } }, 'removed'],
    ['a field may now be missing', 'given', driver, { ...driver, required: [] }, 'may-be-missing'],
    ['a field is another kind of value', 'both', driver, { ...driver, properties: { name: { type: 'number' }, mail: text } }, 'other-type'],
    ['a list became a single value', 'given', { type: 'array', items: text }, text, 'other-type'],
    ['the items of a list changed', 'given', { type: 'array', items: text }, { type: 'array', items: { type: 'number' } }, 'other-type'],
    ['a value that readers do not know', 'given', { enum: ['Select'] }, { enum: ['Select', 'Remove'] }, 'value-new'],
    ['a value that writers use is not accepted any more', 'taken', { enum: ['Select', 'Unselect'] }, { enum: ['Select'] }, 'value-gone'],
    ['writers must now give something more', 'taken', driver, { ...driver, properties: { ...driver.properties, phone: text }, required: ['name', 'phone'] }, 'now-needed'],
    ['writers must now give what they could leave out', 'both', driver, { ...driver, required: ['name', 'mail'] }, 'now-needed'],
    ['an answer may be of a form that nobody knows', 'given', text, { anyOf: [text, { type: 'null' }] }, 'other-type'],
    ['one of two forms is not accepted any more', 'taken', { anyOf: [text, { type: 'null' }] }, text, 'other-type'],
  ])('refuses a minor number when %s', (_what, use, before, after, code) => {
    const [found] = semverViolations(part('1.1.0', event(before, use)), part('1.2.0', event(after, use)))
    expect(found).toMatchObject({ part: 'flow', needs: 'major', from: '1.1.0', to: '1.2.0' })
    expect(found?.changes.map((change) => change.code)).toContain(code)
    expect(semverViolations(part('1.1.0', event(before, use)), part('2.0.0', event(after, use)))).toEqual([])
  })

  it.each<[string, Use, Shape, Shape]>([
    ['a field is new for readers', 'given', driver, { ...driver, properties: { ...driver.properties, phone: text }, required: ['name', 'phone'] }],
    ['a field that may be left out is new', 'both', driver, { ...driver, properties: { ...driver.properties, phone: text } }],
    ['one more value is accepted', 'taken', { enum: ['Select'] }, { enum: ['Select', 'Remove'] }],
    ['one more shape is accepted', 'taken', text, { anyOf: [text, { type: 'null' }] }],
    ['readers can count on a field', 'given', driver, { ...driver, required: ['name', 'mail'] }],
  ])('accepts a minor number, but no patch, when %s', (_what, use, before, after) => {
    expect(semverViolations(part('1.1.0', event(before, use)), part('1.2.0', event(after, use)))).toEqual([])
    expect(semverViolations(part('1.1.0', event(before, use)), part('1.1.1', event(after, use)))).toMatchObject([{ needs: 'minor' }])
    expect(semverViolations(part('1.1.0', event(before, use)), part('1.1.0', event(after, use)))).toMatchObject([{ needs: 'minor' }])
  })

  it('refuses a minor number when an event, or a whole contract, is gone', () => {
    expect(semverViolations(part('1.1.0', event(driver)), part('1.9.0', {}))).toMatchObject([{ needs: 'major', changes: [{ member: 'event driver/driverSaved', code: 'removed' }] }])
    expect(semverViolations(part('1.1.0', event(driver)), {})).toMatchObject([{ part: 'flow', needs: 'major' }])
  })

  it('lets a minor number break below 1.0.0, and a patch add', () => {
    expect(semverViolations(part('0.1.0', event(driver)), part('0.2.0', {}))).toEqual([])
    expect(semverViolations(part('0.1.0', event(driver)), part('0.1.1', {}))).toMatchObject([{ needs: 'major' }])
    expect(semverViolations(part('0.1.0', {}), part('0.1.1', event(driver)))).toEqual([])
  })

  const shapes = fc.letrec<{ shape: Shape }>((tie) => ({
    shape: fc.oneof({ maxDepth: 3 }, fc.constant<Shape>({ type: 'string' }), fc.constant<Shape>({ enum: ['a', 'b'] }),
      fc.record<Shape>({ type: fc.constant('object'), properties: fc.dictionary(fc.constantFrom('x', 'y', 'z'), tie('shape')), required: fc.subarray(['x', 'y', 'z']) }),
      fc.record<Shape>({ type: fc.constant('array'), items: tie('shape') }),
      fc.record<Shape>({ anyOf: fc.array(tie('shape'), { minLength: 1, maxLength: 3 }) })),
  })).shape

  /** The same form as another store would give it back: keys and lists in another order. */
  const reordered = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(reordered).reverse()
    if (typeof value !== 'object' || value === null) return value
    return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, reordered(each)]).reverse())
  }

  it('asks for no number when only the order of keys, values or forms is another (ROL-1)', () => {
    fc.assert(fc.property(shapes, (shape) => {
      expect(semverViolations(part('1.1.0', event(shape)), part('1.1.0', event(reordered(shape) as Shape)))).toEqual([])
    }))
  })

  it('is for writers and readers together at least what it is for either of them', () => {
    const breaks = (before: Shape, after: Shape, use: Use): boolean => shapeChanges(before, after, use).some(({ breaking, code }) => breaking && code !== 'removed')
    fc.assert(fc.property(shapes, shapes, (one, other) => {
      expect(shapeChanges(one, one, 'both')).toEqual([])
      const everything = shapeChanges(one, other, 'both').some(({ breaking }) => breaking)
      expect(everything || !(breaks(one, other, 'given') || breaks(one, other, 'taken'))).toBe(true)
    }))
  })
})
