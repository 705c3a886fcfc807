import { aDriver, noNetwork, refusedWith } from '@checkin/api/testing'
import type { ContactField } from '@checkin/driver-rules'
import { driverContactGiven, driverContactLeft } from '@checkin/flow'
import { collected, inTurn, turn } from '@checkin/testing'
import { allSettled, type Scope } from 'effector'
import { beforeEach, describe, expect, it } from 'vitest'
import { driverForms } from '../../forms/driver-forms.ts'
import { allRules, aPage, callsOf, rulesOf, visit, type PageOptions } from '../../test/shell-double.ts'
import { backPressed, contactModels, opened } from './model.ts'

const { form } = contactModels.main
const type = (scope: Scope, field: ContactField, value: string) => allSettled(form.fieldChanged, { scope, params: { field, value } })

async function submitting(options: PageOptions = {}, typed: Partial<Record<ContactField, string>> = {}) {
  const page = aPage(options)
  const { scope } = page
  const left = collected(scope, driverContactGiven)
  await allSettled(opened, { scope, params: visit('driver-contact') })
  for (const [field, value] of Object.entries(typed)) await type(scope, field as ContactField, value)
  await inTurn(scope, turn(form.submitted))
  return { page, scope, left, errors: scope.getState(form.$errors), values: scope.getState(form.$values) }
}

beforeEach(() => {
  sessionStorage.clear()
})

describe('the contact of a driver', () => {
  it('shows what is on file, the number in its parts (DRIVER-38)', async () => {
    expect((await submitting()).values).toEqual({ email: 'maria.silva@example.com', mobilePrefix: '351', mobile: '912345678' })
  })

  it('proposes the prefix of the country where no number is known (DRIVER-35)', async () => {
    expect((await submitting({ driver: aDriver({ mobile: null, mobileObj: null }) })).values).toMatchObject({ mobilePrefix: '351', mobile: '' })
  })

  it.each([['', 'Required'], ['a@b', 'Invalid'], ['a@b.pt', undefined]])('wants an e-mail that is one: "%s" (DRIVER-33, ERR-10)', async (email, kind) => {
    expect((await submitting({}, { email })).errors.email).toBe(kind)
  })

  it('wants no e-mail and no number where the rules do not (DRIVER-33, DRIVER-36)', async () => {
    const optional = { visible: true, mandatory: false }
    const { left, page } = await submitting({ rules: rulesOf(allRules({ email: optional, mobile: optional })) }, { email: '', mobile: '', mobilePrefix: '' })
    expect([left, page.api.calls]).toEqual([[{}], []])
  })

  it('asks nothing about fields that nobody sees (DEC-31)', async () => {
    const hidden = { visible: false, mandatory: true }
    const { left, page } = await submitting({ driver: null, rules: rulesOf(allRules({ email: hidden, mobile: hidden })) }, { email: '', mobile: '' })
    expect([left, page.api.calls]).toEqual([[{}], []])
  })

  it.each([['12345', 'Invalid'], ['123456', undefined], ['123456789012', undefined], ['', 'Required']])('wants a number of 6 to 12 digits: "%s" (DRIVER-36, CONST-13, ERR-11)', async (mobile, kind) => {
    expect((await submitting({}, { mobile })).errors.mobile).toBe(kind)
  })

  it('drops a thirteenth digit and everything that is no digit (DRIVER-36)', async () => {
    expect((await submitting({}, { mobile: '+12 345-678 901 234' })).values.mobile).toBe('123456789012')
  })

  it.each([['', 'Required'], ['9999', 'Invalid'], ['41', undefined]])('wants a prefix that is known when there is a number: "%s" (DRIVER-37)', async (mobilePrefix, kind) => {
    expect((await submitting({}, { mobilePrefix })).errors.mobilePrefix).toBe(kind)
  })

  it('goes on when the e-mail is free, asked with the driver that it belongs to (DRIVER-34, DEC-39, STATES S1.23)', async () => {
    const { page, left } = await submitting()
    expect(callsOf(page, 'checkDriverEmail')).toEqual([{ query: { email: 'maria.silva@example.com', driverId: 7 } }])
    expect(left).toEqual([{}])
  })

  it('asks about a new driver without an id (DRIVER-34, DEC-39)', async () => {
    expect(callsOf((await submitting({ driver: null }, { email: 'new@example.com', mobilePrefix: '351', mobile: '912345678' })).page, 'checkDriverEmail')).toEqual([{ query: { email: 'new@example.com' } }])
  })

  it('says that an e-mail is in use, and stays (DRIVER-34, ERR-10)', async () => {
    const { left, errors } = await submitting({ api: { checkDriverEmail: { isValid: false } } })
    expect([errors, left]).toEqual([{ email: 'inUse' }, []])
  })

  it.each([noNetwork(), refusedWith(503, 'Unavailable'), refusedWith(429, 'TooManyRequests')])('holds nobody up when the check cannot be made (DEC-39)', async (failure) => {
    const { left, errors } = await submitting({ api: { checkDriverEmail: failure } })
    expect([errors, left]).toEqual([{}, [{}]])
  })

  it('keeps the additional driver\'s contact to itself (SHELL-04)', async () => {
    const { scope } = await submitting({ flow: 'additionalDriver' })
    expect(scope.getState(driverForms.additional.contact.$values)).toMatchObject({ email: '', mobile: '' })
  })

  it('leaves by Back (DRIVER-39, STATES S1.24)', async () => {
    const { scope } = aPage()
    const back = collected(scope, driverContactLeft)
    await inTurn(scope, turn(backPressed))
    expect(back).toEqual([{}])
  })
})
