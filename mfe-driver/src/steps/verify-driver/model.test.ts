import { aDriver, aDrivingLicence, noNetwork, refusedWith } from '@checkin/api/testing'
import { driverVerificationLeft, driverVerified, problemOccurred, sessionRefused } from '@checkin/flow'
import { collected, inTurn, turn } from '@checkin/testing'
import { allSettled } from 'effector'
import { beforeEach, describe, expect, it } from 'vitest'
import { driverForms } from '../../forms/driver-forms.ts'
import type { Subject } from '../../subject.ts'
import { aPage, callsOf, visit, type PageOptions } from '../../test/shell-double.ts'
import { backPressed, opened } from './model.ts'
import type { VerifyField } from '../../domain/form-defaults.ts'

beforeEach(() => {
  sessionStorage.clear()
})

const rui = { name: 'Rui', surname: 'Costa', birthDate: '1985-02-03', email: 'rui@example.com', driversLicense: 'P-777' }

async function pressingNext(options: PageOptions, typed: Partial<Record<VerifyField, string>> = {}) {
  const page = aPage(options)
  const { scope } = page
  const subject: Subject = options.flow === 'additionalDriver' ? 'additional' : 'main'
  const { verify: form } = driverForms[subject]
  const published = { verified: collected(scope, driverVerified), problems: collected(scope, problemOccurred), ended: collected(scope, sessionRefused) }
  await allSettled(opened, { scope, params: visit('verify-driver') })
  const values = subject === 'additional' ? { ...rui, ...typed } : { driversLicense: 'FA-123456', ...typed }
  for (const [field, value] of Object.entries(values)) await allSettled(form.fieldChanged, { scope, params: { field: field as VerifyField, value } })
  await inTurn(scope, turn(form.submitted))
  return { page, scope, form, ...published, errors: () => scope.getState(form.$errors), values: () => scope.getState(form.$values) }
}

describe('who drives', () => {
  it('starts from the driver on file, so that nothing known is typed again (DRIVER-02)', async () => {
    const { values } = await pressingNext({ driver: aDriver({ driverLicense: aDrivingLicence() }) })
    expect(values()).toMatchObject({ name: 'Maria', surname: 'Silva', birthDate: '1990-05-01', email: 'maria.silva@example.com', driversLicense: 'FA-123456' })
  })

  it('starts from who booked when no driver is on file (DRIVER-02)', async () => {
    const { values } = await pressingNext({ driver: null })
    expect(values()).toMatchObject({ name: 'Maria', surname: 'Silva', birthDate: '' })
  })

  it('asks an additional driver for everything, names included (DRIVER-02, DRIVER-03, DRIVER-04)', async () => {
    const { errors, page } = await pressingNext({ flow: 'additionalDriver' }, { name: '', surname: ' ', birthDate: '', email: '', driversLicense: '' })
    expect(errors()).toEqual({ name: 'Required', surname: 'Required', birthDate: 'Required', email: 'Required', driversLicense: 'Required' })
    expect(page.api.calls).toEqual([])
  })

  it.each([['x', 'Invalid'], ['a@b', 'Invalid'], ['a@b.pt', undefined]])('takes an e-mail only when it is one: %s (DRIVER-03)', async (email, kind) => {
    expect((await pressingNext({}, { email })).errors().email).toBe(kind)
  })

  it('keeps 255 characters of an e-mail and 30 of a licence number (DRIVER-03, DRIVER-04, CONST-08, CONST-09)', async () => {
    const { values } = await pressingNext({}, { email: `${'a'.repeat(300)}@example.com`, driversLicense: '1'.repeat(31) })
    expect([values().email.length, values().driversLicense.length]).toEqual([255, 30])
  })

  it.each([['2005-12-01', undefined], ['2005-12-02', 'AgeNotAllowed'], ['1951-12-01', undefined], ['1951-11-30', 'MinRequired']] as const)(
    'takes exactly the birth dates that the vehicle group allows at pick-up: %s (DRIVER-05, DRIVER-06, DEC-01)', async (birthDate, kind) => {
      const { errors, verified } = await pressingNext({}, { birthDate })
      expect(errors().birthDate).toBe(kind)
      expect(verified).toHaveLength(kind === undefined ? 1 : 0)
    })

  it('asks for the age first, then looks up by exactly five parts (DRIVER-08, DRIVER-10)', async () => {
    const { page } = await pressingNext({}, { driversLicense: ' FA-123456 ' })
    expect(page.api.calls.map(({ name }) => name)).toEqual(['validateAge', 'findDriver'])
    expect(callsOf(page, 'validateAge')).toEqual([{ body: { reservation: 'R1001', birthDate: '1990-05-01' } }])
    expect(callsOf(page, 'findDriver')).toEqual([{ query: { name: 'Maria', surname: 'Silva', birthDate: '1990-05-01', email: 'maria.silva@example.com', driversLicense: 'FA-123456' } }])
  })

  it('goes on with a driver that is known (DRIVER-18, STATES S1.15)', async () => {
    const { verified } = await pressingNext({})
    expect(verified).toEqual([{ isNew: false }])
  })

  it('goes on with a new driver of id 0 when nobody is found, without a word (DRIVER-12, TRAPS T-10, CONST-34)', async () => {
    const { scope, verified, problems } = await pressingNext({ flow: 'additionalDriver', api: { findDriver: refusedWith(404, 'DriverNew') } })
    expect([verified, problems]).toEqual([[{ isNew: true }], []])
    expect(scope.getState(driverForms.additional.$driver)).toMatchObject({ id: 0, ...{ name: 'Rui', surname: 'Costa', birthDate: '1985-02-03', email: 'rui@example.com' }, driverLicense: { id: 'P-777' } })
  })

  it.each([refusedWith(400, 'AgeNotAllowed'), refusedWith(400)])('says that the age is not allowed when the server says so, and stays (DRIVER-08, ERR-14, STATES S1.16)', async (refusal) => {
    const { errors, verified, page } = await pressingNext({ api: { validateAge: refusal } })
    expect([errors(), verified]).toEqual([{ birthDate: 'AgeNotAllowed' }, []])
    expect(callsOf(page, 'findDriver')).toEqual([])
  })

  it.each([['young', 'YoungDriverFeeApplied'], ['senior', 'SeniorDriverFeeApplied']] as const)('announces the fee for a %s driver with its amount and goes on (DRIVER-09, ERR-28, DEC-46)', async (type, key) => {
    const { problems, verified } = await pressingNext({ api: { validateAge: { fee: { type, amount: 15 } } } })
    expect(problems).toEqual([{ key, params: { amount: '€15.00' }, state: 'info' }])
    expect(verified).toHaveLength(1)
  })

  it('says below the e-mail that it could not be verified (DRIVER-11, ERR-09, STATES S1.17)', async () => {
    const { errors, verified, problems } = await pressingNext({ api: { findDriver: refusedWith(409, 'DriverConflict') } })
    expect([errors(), verified, problems]).toEqual([{ email: 'Verify' }, [], []])
  })

  it.each([refusedWith(400, 'DriverNotFound'), refusedWith(400), refusedWith(403)])('says that no driver matches for any other refusal (DRIVER-13, ERR-05, DEC-37, STATES S1.19)', async (refusal) => {
    const { problems, verified } = await pressingNext({ api: { findDriver: refusal } })
    expect(problems).toMatchObject([{ key: 'ReservationNotFound' }])
    expect(verified).toEqual([])
  })

  it('tells a broken server and a missing network apart from no match (DEC-37, ERR-45)', async () => {
    expect((await pressingNext({ api: { findDriver: refusedWith(500, 'Internal', { title: 'Under repair' }) } })).problems).toMatchObject([{ text: 'Under repair' }])
    expect((await pressingNext({ api: { findDriver: noNetwork() } })).problems).toMatchObject([{ key: 'SomethingHappened' }])
  })

  it('ends the session when the server does not know it (ERR-46)', async () => {
    expect((await pressingNext({ api: { findDriver: refusedWith(401, 'Unauthorized') } })).ended).toHaveLength(1)
  })

  it('stops an undesirable driver and says to go to the counter (DRIVER-14, ERR-08, STATES S1.18)', async () => {
    const { problems, verified } = await pressingNext({ api: { findDriver: aDriver({ undesirable: true }) } })
    expect([problems, verified]).toEqual([[{ key: 'UndesirableDriverError' }], []])
  })

  it.each([
    ['the same licence number, blanks and case aside', { driversLicense: 'fa-123 456' }],
    ['the same name and birth date', { name: 'MARIA', surname: ' silva', birthDate: '1990-05-01' }],
  ])('refuses an additional driver with %s before anybody is asked (DRIVER-15, ERR-07, DEC-36, STATES S2.3)', async (_, typed) => {
    const { problems, verified, page } = await pressingNext({ flow: 'additionalDriver', driver: aDriver({ driverLicense: aDrivingLicence() }) }, typed)
    expect([problems, verified, page.api.calls]).toEqual([[{ key: 'SameDriverError' }], [], []])
  })

  it('refuses an additional driver that the lookup knows as the main one (DEC-36)', async () => {
    const { problems, verified } = await pressingNext({ flow: 'additionalDriver', api: { findDriver: aDriver({ id: 7, name: 'Rui', surname: 'Costa' }) } })
    expect([problems, verified]).toEqual([[{ key: 'SameDriverError' }], []])
  })

  it('lets a couple with one surname pass (DEC-36)', async () => {
    const { verified } = await pressingNext({ flow: 'additionalDriver', api: { findDriver: refusedWith(404, 'DriverNew') } }, { surname: 'Silva' })
    expect(verified).toHaveLength(1)
  })

  it('keeps what was typed when the renter comes back, and asks nobody by itself (DRIVER-17, DEC-14)', async () => {
    const { scope, page, values } = await pressingNext({}, { email: 'other@example.com' })
    const before = page.api.calls.length
    await allSettled(opened, { scope, params: visit('verify-driver', { isBack: 'true' }) })
    expect(values()).toMatchObject({ email: 'other@example.com', driversLicense: 'FA-123456' })
    expect(page.api.calls).toHaveLength(before)
  })

  it('keeps the two drivers apart: what is typed for one never shows for the other (SHELL-04, DEC-13)', async () => {
    const { scope } = await pressingNext({ flow: 'additionalDriver' })
    expect(scope.getState(driverForms.main.verify.$values).name).toBe('')
    expect(scope.getState(driverForms.additional.verify.$values).name).toBe('Rui')
  })

  it('brings what was typed back after a reload of the tab, but never a licence number (DEC-18)', async () => {
    await pressingNext({ flow: 'additionalDriver', api: { findDriver: refusedWith(404, 'DriverNew') } })
    expect(JSON.stringify(sessionStorage)).not.toContain('P-777')
    const { scope } = aPage({ flow: 'additionalDriver' })
    await allSettled(opened, { scope, params: visit('verify-driver') })
    expect(scope.getState(driverForms.additional.verify.$values)).toMatchObject({ name: 'Rui', email: 'rui@example.com', driversLicense: '', driverId: '0' })
    expect(scope.getState(driverForms.additional.details.$values)).toMatchObject({ name: 'Rui', surname: 'Costa', birthDate: '1985-02-03' })
  })

  it('leaves by Back (DRIVER-16, STATES S1.20)', async () => {
    const { scope } = aPage()
    const left = collected(scope, driverVerificationLeft)
    await inTurn(scope, turn(backPressed))
    expect(left).toEqual([{}])
  })
})
