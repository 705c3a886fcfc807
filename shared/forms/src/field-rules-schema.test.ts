import { describe, expect, it } from 'vitest'
import { fieldRulesSchema, visibleFields } from './field-rules-schema.ts'
import { errorsOf, requiredFields } from './form-schema.ts'
import { text } from './rules.ts'

interface Country {
  readonly isValidatePostalCode: boolean
}

const fields = {
  address: (required: boolean) => text({ required }),
  city: (required: boolean) => text({ required }),
  zipCode: (required: boolean) => text({ required, maxLength: 14 }),
} as const
const names = Object.keys(fields) as (keyof typeof fields)[]
const strictZip = (name: string, { isValidatePostalCode }: Country): boolean => name === 'zipCode' && isValidatePostalCode

describe('rules that the server switches', () => {
  const rules = { address: { visible: true, mandatory: true }, city: { visible: false, mandatory: true }, zipCode: { visible: true, mandatory: false } }

  it('require a field that is visible and mandatory, and no field that nobody sees (DEC-31)', () => {
    const schema = fieldRulesSchema(rules, { isValidatePostalCode: false }, fields, strictZip)
    expect([...requiredFields(schema, names)]).toEqual(['address'])
    expect(errorsOf(schema, { address: '', city: '', zipCode: '' })).toEqual({ address: 'Required' })
  })

  it('require the zip code where the country validates postal codes (DEC-31)', () => {
    const schema = fieldRulesSchema(rules, { isValidatePostalCode: true }, fields, strictZip)
    expect(errorsOf(schema, { address: 'Rua 1', city: '', zipCode: '' })).toEqual({ zipCode: 'Required' })
    const hidden = { ...rules, zipCode: { visible: false, mandatory: true } }
    expect(errorsOf(fieldRulesSchema(hidden, { isValidatePostalCode: true }, fields, strictZip), { address: 'Rua 1', zipCode: '' })).toEqual({})
  })

  it('show exactly the fields that they call visible', () => {
    expect(visibleFields(rules, [...names, 'unheardOf'])).toEqual(['address', 'zipCode'])
  })
})
