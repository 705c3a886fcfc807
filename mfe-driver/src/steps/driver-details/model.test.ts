import { aDriver, defaultAnswers, noNetwork, refusedWith } from '@checkin/api/testing'
import { detailsChecks, detailsFields, type DetailsField } from '@checkin/driver-rules'
import { driverDetailsGiven, driverDetailsLeft, driverVerificationReopened, sessionRefused } from '@checkin/flow'
import { collected, inTurn, turn } from '@checkin/testing'
import { allSettled, type Scope } from 'effector'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { allRules, aPage, callsOf, rulesOf, visit, type PageOptions } from '../../test/shell-double.ts'
import { backPressed, detailsModels, opened, verifyDetailsPressed } from './model.ts'
import { postalPause } from './postal-check.ts'
import { $facts } from '../../forms/facts.ts'

const { form, countryUnrecognised, $cityIsReadOnly, $isBusy } = detailsModels.main
const type = (scope: Scope, field: DetailsField, value: string) => allSettled(form.fieldChanged, { scope, params: { field, value } })
const submit = (scope: Scope) => inTurn(scope, turn(form.submitted))
const portugal = defaultAnswers.listCountries[0]!
const swiss = '756'
const complete = aDriver({ taxNumber: '123456789' })

async function shown(options: PageOptions = {}) {
  const page = aPage({ driver: complete, ...options })
  const { scope } = page
  const published = { left: collected(scope, driverDetailsGiven), ended: collected(scope, sessionRefused) }
  await allSettled(opened, { scope, params: visit('driver-details') })
  return { page, scope, ...published, errors: () => scope.getState(form.$errors), values: () => scope.getState(form.$values) }
}

beforeEach(() => {
  sessionStorage.clear()
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
})
afterEach(() => {
  vi.useRealTimers()
})

describe('the details of a driver', () => {
  it('show what is on file, and exactly the fields that the rules show (DRIVER-19, DRIVER-20)', async () => {
    const { scope, values } = await shown({ rules: rulesOf(allRules({ address: { visible: false, mandatory: true }, birthPlace: { visible: false, mandatory: false } })) })
    expect(values()).toMatchObject({ name: 'Maria', surname: 'Silva', countryId: '620', zipCode: '8000-138', city: 'Faro', taxNumber: '123456789', birthDate: '1990-05-01' })
    const checks = detailsChecks(scope.getState($facts), '')
    expect(detailsFields.filter((field) => checks[field].visible)).toEqual(['name', 'surname', 'countryId', 'zipCode', 'city', 'taxNumber', 'birthDate'])
  })

  it('require every field that a rule makes mandatory (DRIVER-20, DRIVER-21, DRIVER-22)', async () => {
    const { scope, errors, page } = await shown({ driver: null })
    for (const field of ['name', 'surname', 'birthDate'] as const) await type(scope, field, '')
    await submit(scope)
    expect(errors()).toEqual(Object.fromEntries(['name', 'surname', 'address', 'countryId', 'zipCode', 'city', 'taxNumber', 'birthDate', 'birthPlace'].map((field) => [field, 'Required'])))
    expect(page.api.calls).toEqual([])
  })

  it('let a mandatory field that nobody sees block nobody (DRIVER-20, DEC-31, TRAPS T-16)', async () => {
    const { scope, left } = await shown({ driver: { ...complete, address: null }, rules: rulesOf(allRules({ address: { visible: false, mandatory: true } })) })
    await submit(scope)
    expect(left).toEqual([{}])
  })

  it('keep 14 characters of a zip code and 15 of a tax number (DRIVER-23, DRIVER-24, CONST-05, CONST-06)', async () => {
    const { scope, values } = await shown()
    await type(scope, 'zipCode', '1'.repeat(15))
    await type(scope, 'taxNumber', '2'.repeat(16))
    expect([values().zipCode.length, values().taxNumber.length]).toEqual([14, 15])
  })

  it('require zip code and tax number where the country checks them, mandatory or not (DRIVER-23, DRIVER-24)', async () => {
    const optional = rulesOf(allRules({ zipCode: { visible: true, mandatory: false }, taxNumber: { visible: true, mandatory: false } }))
    const { scope, errors } = await shown({ rules: optional })
    await type(scope, 'zipCode', '')
    await type(scope, 'taxNumber', '')
    await submit(scope)
    expect(errors()).toEqual({ zipCode: 'Required', taxNumber: 'Required' })
    await type(scope, 'countryId', swiss)
    await submit(scope)
    expect(errors()).toEqual({})
  })

  it('close the city where the zip code decides it, and open it elsewhere (DRIVER-25)', async () => {
    const { scope } = await shown()
    expect(scope.getState($cityIsReadOnly)).toBe(true)
    await type(scope, 'countryId', swiss)
    expect(scope.getState($cityIsReadOnly)).toBe(false)
  })

  it('empty country, zip code and city when a text names no country (DRIVER-26, ERR-42)', async () => {
    const { scope, values } = await shown()
    await inTurn(scope, turn(countryUnrecognised))
    expect([values().countryId, values().zipCode, values().city]).toEqual(['', '', ''])
  })

  it('ask for the place once, a second after the last of four quick keys (DRIVER-27, CONST-21)', async () => {
    const { scope, page, values } = await shown({ api: { findPostalCode: [{ city: 'Lagos' }, { city: 'Elsewhere' }] } })
    for (const zipCode of ['8', '86', '860', '8600']) {
      // The alarm belongs to the scope: what it rings settles with it.
      await type(scope, 'zipCode', zipCode)
      await vi.advanceTimersByTimeAsync(300)
    }
    await vi.advanceTimersByTimeAsync(postalPause - 301)
    expect(callsOf(page, 'findPostalCode')).toEqual([])
    await vi.advanceTimersByTimeAsync(1)
    expect(callsOf(page, 'findPostalCode')).toEqual([{ query: { zipCode: '8600', countryId: 620 } }])
    expect(values().city).toBe('Lagos')
  })

  it('say that the zip code is wrong and empty the city when no place is found (DRIVER-28, ERR-12, ERR-42)', async () => {
    const { scope, errors, values, left } = await shown({ api: { findPostalCode: [] } })
    await submit(scope)
    expect([errors(), values().city, left]).toEqual([{ zipCode: 'invalid' }, '', []])
    await submit(scope)
    expect(left).toEqual([])
  })

  it('ask at once when Next comes before the pause is over, then go on (DRIVER-27, CODE-9)', async () => {
    const { scope, page, left, values } = await shown({ api: { findPostalCode: [{ city: 'Lagos' }] } })
    await type(scope, 'zipCode', '8600-500')
    await submit(scope)
    expect([callsOf(page, 'findPostalCode').length, values().city, left]).toEqual([1, 'Lagos', [{}]])
  })

  it.each([noNetwork(), refusedWith(503, 'Unavailable')])('open the city and hold nobody up when the postal service fails (DEC-32)', async (failure) => {
    const { scope, left } = await shown({ api: { findPostalCode: failure } })
    await submit(scope)
    expect([scope.getState($cityIsReadOnly), left]).toEqual([false, [{}]])
  })

  it('ask for the city by hand when the postal service fails and none is known (DEC-32)', async () => {
    const { scope, left, errors } = await shown({ driver: { ...complete, city: null }, api: { findPostalCode: noNetwork() } })
    await submit(scope)
    expect([errors(), left]).toEqual([{ city: 'Required' }, []])
    await type(scope, 'city', 'Faro')
    await submit(scope)
    expect(left).toEqual([{}])
  })

  it('say that the tax number is wrong when the server refuses it (DRIVER-29, ERR-13)', async () => {
    const { scope, page, errors, left } = await shown({ api: { checkTaxNumber: refusedWith(400, 'TaxNumberInvalid') } })
    await submit(scope)
    expect([errors(), left, scope.getState($isBusy)]).toEqual([{ taxNumber: 'invalid' }, [], false])
    expect(callsOf(page, 'checkTaxNumber')).toEqual([{ query: { taxNumber: '123456789', countryId: 620 } }])
  })

  it('do not call a number wrong because nobody answered', async () => {
    const { scope, errors, left } = await shown({ api: { checkTaxNumber: noNetwork() } })
    await submit(scope)
    expect([errors(), left]).toEqual([{}, [{}]])
  })

  it.each([['2005-12-02', 'AgeNotAllowed'], ['1951-11-30', 'MinRequired']])('hold a birth date to the ages of the group: %s (DRIVER-30)', async (birthDate, kind) => {
    const { scope, errors } = await shown()
    await type(scope, 'birthDate', birthDate)
    await submit(scope)
    expect(errors()).toEqual({ birthDate: kind })
  })

  it('ask the server about a birth date only when it was changed here (API-27)', async () => {
    const { scope, page, errors, left } = await shown({ api: { validateAge: refusedWith(400, 'AgeNotAllowed') } })
    await submit(scope)
    expect([callsOf(page, 'validateAge'), left.length]).toEqual([[], 1])
    await type(scope, 'birthDate', '1980-01-01')
    await submit(scope)
    expect([callsOf(page, 'validateAge').length, errors(), left.length]).toEqual([1, { birthDate: 'AgeNotAllowed' }, 1])
  })

  it('go on, back, and back to the first screen (DRIVER-31, STATES S1.21, S1.22, S2.8)', async () => {
    const { scope } = await shown()
    const ways = { back: collected(scope, driverDetailsLeft), again: collected(scope, driverVerificationReopened) }
    await inTurn(scope, turn(backPressed), turn(verifyDetailsPressed))
    expect(ways).toEqual({ back: [{}], again: [{}] })
  })

  it('end the session when the server does not know it (ERR-46)', async () => {
    const { scope, ended, left } = await shown({ api: { checkTaxNumber: refusedWith(401, 'Unauthorized') } })
    await submit(scope)
    expect([ended.length, left]).toEqual([1, []])
  })

  it('bring back what was typed after a reload, but never a tax number (DEC-18)', async () => {
    const { scope } = await shown({ driver: null })
    await type(scope, 'address', 'Rua do Sol 1')
    await type(scope, 'taxNumber', 'SECRET-1')
    expect(JSON.stringify(sessionStorage)).not.toContain('SECRET')
    expect((await shown({ driver: null })).values()).toMatchObject({ address: 'Rua do Sol 1', taxNumber: '' })
  })

  it('know the country that the list gives', () => {
    expect([portugal.isValidatePostalCode, portugal.isValidateTaxNumber]).toEqual([true, true])
  })
})
