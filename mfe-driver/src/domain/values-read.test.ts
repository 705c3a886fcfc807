import type { IdentityReading, LicenceReading } from '@checkin/document-scan'
import { describe, expect, it } from 'vitest'
import { mayFill, noteOf, readsKept, readText, valuesRead } from './values-read.ts'

const lists = { countries: [{ id: 620, isoCode: 'PT' }], documentTypes: [{ id: 'passport' }] }
const proven = (value: string) => ({ value, isProven: true })
const read = (value: string) => ({ value, isProven: false })
const passport: IdentityReading = { kind: 'identity', documentKind: 'passport', number: proven('L898902C3'), expiryDate: proven('2032-04-15'), birthDate: proven('1990-05-01'), issuingCountry: read('PT'), nameMatches: true }
const licence: LicenceReading = { kind: 'licence', number: read('L-1'), birthDate: read('1990-05-01'), issueDate: read('2015-06-01'), expiryDate: read('2035-06-01'), issuingCountry: read('PT'), nameMatches: null }
const texts = (reading: IdentityReading | LicenceReading) => valuesRead(reading, lists).map(({ form, field, value, isProven }) => `${form}.${field} ${value}${isProven ? '' : '?'}`)

describe('what a picture gives for the forms (DEC-176)', () => {
  it('of an identity document is its own fields and the birth date', () => {
    expect(texts(passport)).toEqual(['verify.birthDate 1990-05-01', 'document.idType passport', 'document.id L898902C3', 'document.expiryDate 2032-04-15'])
  })
  it('of a licence is its number for the first screen, its days and its country', () => {
    expect(texts(licence)).toEqual(['verify.birthDate 1990-05-01?', 'verify.driversLicense L-1?', 'licence.issueDate 2015-06-01?', 'licence.expiryDate 2035-06-01?', 'licence.issueCountry 620?'])
  })
  it('is nothing for what was not read and for what the lists do not have', () => {
    expect(texts({ ...passport, documentKind: 'id-card', number: null, birthDate: null })).toEqual(['document.expiryDate 2032-04-15'])
    expect(texts({ ...licence, issuingCountry: read('JP'), birthDate: null, number: null, issueDate: null, expiryDate: null })).toEqual([])
  })

  it.each([
    [true, '', false, undefined, true], [false, '', false, undefined, true], [false, '', true, undefined, true],
    [true, 'file', false, undefined, true], [false, 'file', false, undefined, false],
    [true, 'typed', true, undefined, false], [false, 'typed', true, undefined, false], [false, 'read', true, 'read', true],
  ])('goes into a field, proven %s, where "%s" stands, typed %s, before %s: %s', (isProven, value, isTyped, before, may) => {
    expect(mayFill({ isProven }, { value, isTyped, before })).toBe(may)
  })

  it.each([['read', true, null], ['read', false, 'check'], ['other', true, 'differs'], ['other', false, null], ['', true, null]] as const)('where "%s" stands, proven %s, is told as %s', (value, isProven, note) => {
    expect(noteOf({ form: 'document', field: 'id', value: 'read', isProven }, value)).toBe(note)
    expect(noteOf(undefined, value)).toBeNull()
  })
})

describe('what is kept of a reading (DEC-191)', () => {
  it('comes back as it was, with or without proof, and is nothing where the text says nothing', () => {
    const [first, second] = [{ form: 'document', field: 'expiryDate', value: '2032-04-15', isProven: true }, { form: 'verify', field: 'birthDate', value: '1990-05-01', isProven: false }] as const
    expect(readsKept({ 'document.expiryDate': readText(first), 'verify.birthDate': readText(second), 'licence.issueDate': '', 'licence.expiryDate': '!', 'document.id': 'L898902C3' }))
      .toEqual({ 'document.expiryDate': first, 'verify.birthDate': second })
  })
})
