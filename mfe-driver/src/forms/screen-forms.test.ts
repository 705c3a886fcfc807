import { completeValues, ruleCases, someFacts, type DriverValues } from '@checkin/driver-rules/testing'
import { $lists } from '@checkin/flow/publish/shell'
import type { FormModel } from '@checkin/forms'
import { allSettled, type Scope } from 'effector'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { aPage, rulesOf } from '../test/shell-double.ts'
import { driverForms } from './driver-forms.ts'

const { details, contact, document, licence } = driverForms.main

async function errorsOf<Name extends string>(form: FormModel<Name>, scope: Scope): Promise<object> {
  await allSettled(form.submitted, { scope })
  return scope.getState(form.$errors)
}

beforeEach(() => {
  sessionStorage.clear()
  vi.useFakeTimers({ now: new Date(`${someFacts.today}T12:00:00Z`), toFake: ['Date'] })
})
afterEach(() => { vi.useRealTimers() })

describe('the forms of a driver', () => {
  it.each(ruleCases)('answer as the rules do for $title', async ({ part, change, facts, expected }) => {
    const values: DriverValues = { ...completeValues, [part]: { ...completeValues[part], ...change } }
    const { rules, upload, countries, documentTypes } = { ...someFacts, ...facts }
    const { scope } = aPage({ driver: null, config: { isUploadAvailable: upload.isAvailable, isUploadMandatory: upload.isMandatory } })
    await allSettled($lists, { scope, params: {
      countries: countries.map((country) => ({ ...country, country: '', isoCode: '' })), documentTypes: documentTypes.map(({ id }) => ({ id, name: '' })),
      nationalities: null, fields: rulesOf({ ...rules }),
    } })
    await allSettled(details.filled, { scope, params: values.details })
    await allSettled(contact.filled, { scope, params: values.contact })
    await allSettled(document.filled, { scope, params: values.document })
    await allSettled(licence.filled, { scope, params: values.licence })
    const errors = { details: () => errorsOf(details, scope), contact: () => errorsOf(contact, scope), document: () => errorsOf(document, scope), licence: () => errorsOf(licence, scope) }
    // Where the country checks zip codes the city comes with the answer: Next asks for it then.
    const { city, ...others } = expected
    const isCityAsked = city !== undefined && !countries.some(({ id, isValidatePostalCode }) => String(id) === values.details.countryId && isValidatePostalCode)
    expect(await errors[part]()).toEqual({ ...others, ...(isCityAsked && { city }) })
  })
})
