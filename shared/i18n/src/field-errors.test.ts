import { describe, expect, it } from 'vitest'
import { fieldErrorKey } from './field-errors.ts'

describe('the key of a field error', () => {
  it.each([
    ['reference', 'Required', 'FieldsError.reference.Required'],
    ['mail', 'Invalid', 'FieldsError.email.Invalid'],
    ['driversLicense', 'Required', 'FieldsError.driverLicense.Required'],
    ['zipCode', 'invalid', 'FieldsError.zipCode.invalid'],
    ['second.expiryDate', 'MinRequired', 'FieldsError.second.expiryDate.MinRequired'],
  ] as const)('of %s, %s, is %s (SHELL-83)', (field, kind, key) => {
    expect(fieldErrorKey(field, kind)).toBe(key)
  })
})
