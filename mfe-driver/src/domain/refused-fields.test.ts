import { refusedWith } from '@checkin/api/testing'
import { describe, expect, it } from 'vitest'
import { refusedFields } from './refused-fields.ts'

const refused = (path: string, code: string) => refusedFields(refusedWith(400, 'InvalidRequest', { data: { issues: [{ path, code }] } }))

describe('what a save refuses stands at its field (ERR-31, DEC-102, UX-1)', () => {
  it.each([
    ['driver.zipCode', 'invalid', { details: { zipCode: 'invalid' } }],
    ['driver.taxNumber', 'invalid', { details: { taxNumber: 'invalid' } }],
    ['driver.countryId', 'required', { details: { countryId: 'Required' } }],
    ['driver.email', 'invalid', { contact: { email: 'Invalid' } }],
    ['driver.mobile', 'required', { contact: { mobile: 'Required' } }],
    ['driver.mobileObj.prefix', 'invalid', { contact: { mobilePrefix: 'Invalid' } }],
    ['driver.document.expiryDate', 'too-early', { document: { expiryDate: 'MinRequired' } }],
    ['driver.document.imageFront', 'try-again', { document: { imageFront: 'TryAgain' } }],
    ['driver.driverLicense.issueDate', 'too-late', { licence: { issueDate: 'MaxExceeded' } }],
    ['driver.secondDriverLicense.imageBack', 'invalid', { licence: { 'second.imageBack': 'Invalid' } }],
    ['driver.zipCode', 'required', { details: { zipCode: 'Required' } }],
    ['sessionKey', 'invalid_type', {}],
    ['driver.somethingNew.deep', 'invalid', {}],
  ])('%s: %s', (path, code, expected) => { expect(refused(path, code)).toEqual(expected) })

  it('several fields stand side by side, and an address that is another\'s at the address', () => {
    const issues = [{ path: 'driver.city', code: 'required' }, { path: 'driver.document.id', code: 'required' }, { path: 'driver.zipCode', code: 'invalid' }]
    expect(refusedFields(refusedWith(400, 'InvalidRequest', { data: { issues } }))).toEqual({ details: { city: 'Required', zipCode: 'invalid' }, document: { id: 'Required' } })
    expect(refusedFields(refusedWith(400, 'EmailInUse'))).toEqual({ contact: { email: 'inUse' } })
    expect(refusedFields(refusedWith(400, 'SameDriver'))).toEqual({})
  })
})
