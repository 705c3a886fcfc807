import type { LoadedReservation } from '@checkin/api'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { TenantSettings } from '@checkin/internal'
import { adminToken, aFleetReservation, tenantSettings } from '../../test/fixtures/whole-api.fixture.ts'
import { changeDriver } from '../../test/fixtures/stored-driver.fixture.ts'
import { aLicence, aSentDriver } from '../../test/fixtures/driver-api.fixture.ts'
import type { FleetReservationInput } from '@checkin/fleet'
import type { SessionLevel } from '../identity/tables.ts'
import { select } from '../../test/fixtures/renter.fixture.ts'
import { payingApi, type PayingApi } from '../../test/fixtures/paying-renter.fixture.ts'

let world: PayingApi
beforeAll(async () => { world = await payingApi() })
afterAll(() => world.stop())

const tags = ['adview', 'upview', 'exview', 'uploadview', 'paymentview', 'precheckoutview'] as const
/** The tenant's steps, all on but those that are named. */
async function switchOff(off: readonly (typeof tags)[number][], change: Partial<TenantSettings> = {}): Promise<void> {
  const settings = tenantSettings({
    gateways: [{ code: 'card', name: 'Card' }], modules: tags.map((viewTag) => ({ viewTag, isEnabled: !off.includes(viewTag), skipAllowed: true })), ...change,
  })
  const put = await world.api.app.inject({
    method: 'PUT', url: '/internal/v1/tenants/costaverde', headers: { authorization: `Bearer ${adminToken}` }, payload: { host: 'costaverde.localhost', settings },
  })
  expect(put.statusCode).toBe(200)
}

let count = 0
/** A renter of a kind of session with a reservation of one's own; the terms are agreed to only where a test says so. */
async function aRenter(change: Partial<FleetReservationInput> = {}, { level = 'link', agrees = false, tenant = 'costaverde' }: { level?: SessionLevel; agrees?: boolean; tenant?: string } = {}) {
  const reference = `Q${count += 1}`
  const { id, number, guid } = await world.api.stored(tenant, reference, aFleetReservation(change))
  const { token, sessionKey } = await world.api.session(tenant, id, level, agrees)
  const call = (method: 'GET' | 'POST' | 'PUT', path: string, body?: unknown) => world.api.call(method, `/api${path}`, { token, host: `${tenant}.localhost:4000`, ...(body !== undefined && { body }) })
  const put = (update: object) => call('PUT', '/reservation', { reservation: { reservation: number }, extras: [], hasClickedUpgrade: false, hasCompletedReservation: false, ...update })
  const pay = (transactionType: 'Sale' | 'Preauth', amount: number) =>
    call('POST', '/payment', { documentId: number, amount, provider: 'card', token: 'ix::one', referenceToken: null, transactionType, isRecurrent: false, validated: true })
  return {
    id, number, guid, reference, call, put,
    complete: () => put({ hasCompletedReservation: true }),
    takeExtra: () => put({ extras: [select('CSI')] }),
    upgrade: () => put({ reservation: { reservation: number, vehicle: { groupId: 'C' } }, hasClickedUpgrade: true }),
    save: (driver: object = {}, addDriver = false) => call('POST', '/driver', { reservation: number, driver: aSentDriver(driver), addDriver, sessionKey }),
    pay: () => pay('Sale', 179.55),
    hold: () => pay('Preauth', 300),
    proceed: () => call('POST', '/precheckout', { documentId: number, authorization: 'ix::new', isRecurring: true, validated: true }),
    atCounter: () => put({ forAgreement: true }),
    agree: () => call('POST', '/termsandconditions', { reference, acceptedDate: '2026-11-22', isAccepted: true }),
    loaded: async () => (await call('GET', `/reservation/${guid}`)).json<LoadedReservation>(),
    fleet: async () => (await world.api.fleet(tenant, 'GET', `/reservations/${reference}`)).json<{ reservation: { isCompleted: boolean }; payments: unknown[]; agreement: unknown }>(),
  }
}
type Renter = Awaited<ReturnType<typeof aRenter>>
type Refusal = { readonly status: number; readonly code: string; readonly data: { readonly missing: readonly { code: string; step: string; fields?: string[] }[] } | null }

/** Nothing was asked of the provider and nothing stands in the company's view. */
async function nothingHappened(renter: Renter): Promise<void> {
  expect([world.card.asked.length, world.card.charges.length]).toEqual([0, 0])
  const { reservation, payments, agreement } = await renter.fleet()
  expect({ isCompleted: reservation.isCompleted, payments, agreement }).toMatchObject({ payments: [], agreement: null })
}
const forget = () => { world.card.asked.length = 0; world.card.charges.length = 0; world.card.entries.clear() }

describe('the terms (VERIF-22, DEC-11, DEC-95)', () => {
  const writes = [
    ['completes', (renter: Renter) => renter.complete()], ['takes an extra', (renter: Renter) => renter.takeExtra()], ['takes an upgrade', (renter: Renter) => renter.upgrade()],
    ['changes nothing', (renter: Renter) => renter.put({})], ['saves the main driver', (renter: Renter) => renter.save()],
    ['saves an additional driver', (renter: Renter) => renter.save({ name: 'Rui', surname: 'Costa', email: 'rui@example.com' }, true)],
    ['pays', (renter: Renter) => renter.pay()], ['has the deposit held', (renter: Renter) => renter.hold()], ['proceeds to the agreement', (renter: Renter) => renter.proceed()],
  ] as const
  it.each((['link', 'verified'] as const).flatMap((level) => writes.map(([what, write]) => [level, what, write] as const)))(
    'come first: a session of a %s that %s before agreeing is refused', async (level, _what, write) => {
      forget()
      const renter = await aRenter({}, { level })
      expect((await write(renter)).json<Refusal>()).toMatchObject({ status: 409, code: 'TermsNotAccepted', data: { missing: [{ code: 'TermsNotAccepted', step: 'reservation' }] } })
      await nothingHappened(renter)
      expect((await renter.fleet()).reservation.isCompleted).toBe(false)
    })
  it('bind nobody of a tenant that has none', async () => {
    const renter = await aRenter({}, { tenant: 'alpen' })
    expect((await renter.complete()).statusCode).toBe(200)
  })
  it('are named beforehand with what else is missing, and no longer when they are agreed to', async () => {
    const renter = await aRenter({ driver: null })
    expect((await renter.loaded()).missing?.complete.map(({ code, step }) => `${code} ${step}`)).toEqual(['TermsNotAccepted reservation', 'DriverDataMissing verify-driver'])
    expect((await renter.agree()).statusCode).toBe(200)
    expect((await renter.loaded()).missing?.pay.map(({ code }) => code)).toEqual(['DriverDataMissing'])
  })
})

describe('the data of the main driver (DEC-95)', () => {
  it.each([['the address', { name: 'Maria', surname: 'Silva', birthDate: '1990-02-03', countryId: 620 }, 'driver-details'], ['everything', null, 'verify-driver']] as const)(
    'nobody completes, pays or proceeds without %s, and the answer says where it is given', async (_what, driver, step) => {
      forget()
      const renter = await aRenter({ driver }, { agrees: true })
      for (const write of [renter.complete, renter.pay, renter.hold, renter.proceed]) {
        expect((await write()).json<Refusal>()).toMatchObject({ status: 409, code: 'DriverDataMissing', data: { missing: [{ code: 'DriverDataMissing', step, fields: expect.arrayContaining(['driver.address']) }] } })
      }
      await nothingHappened(renter)
      expect((await renter.loaded()).missing).toMatchObject({ complete: [{ step }], pay: [{ step }], precheckout: [{ step }] })
    })
  it.each([['completed', true], ['not completed', false]] as const)('nobody leaves the agreement for the counter without them either, with a check-in that is %s and nothing else to change (S3.53)', async (_how, isCompleted) => {
    const renter = await aRenter({ driver: { name: 'Maria', surname: 'Silva', birthDate: '1990-02-03' }, isCompleted }, { agrees: true })
    expect((await renter.put({})).statusCode).toBe(200)
    expect((await renter.atCounter()).json<Refusal>()).toMatchObject({ status: 409, code: 'DriverDataMissing', data: { missing: [{ code: 'DriverDataMissing', step: 'driver-details' }] } })
    expect((await renter.save()).statusCode).toBe(200)
    expect((await renter.atCounter()).statusCode).toBe(200)
  })
  it('nobody proceeds to the agreement on figures that another device changed, even with nothing of their own to store (DEC-127, S3.53)', async () => {
    const renter = await aRenter({ isCompleted: true }, { agrees: true })
    const { rowVersion } = await renter.loaded()
    const decided = (version: number) => renter.put({ forAgreement: true, rowVersion: version })
    expect((await decided(rowVersion)).statusCode).toBe(200)
    await world.api.asAdmin(`update reservation set row_version = row_version + 1 where id = '${renter.id}'`)
    expect((await decided(rowVersion)).json()).toMatchObject({ status: 409, code: 'VersionConflict' })
    expect((await renter.put({ rowVersion })).statusCode).toBe(200)
    expect((await decided(rowVersion + 1)).statusCode).toBe(200)
    expect((await renter.atCounter()).statusCode).toBe(200)
  })
  it('an additional driver that was begun and not finished never blocks', async () => {
    const renter = await aRenter({ addDriver: { name: 'Rui', surname: 'Costa', birthDate: '2015-01-01' } }, { agrees: true })
    expect((await renter.complete()).statusCode).toBe(200)
  })
  it('nobody completes whose age does not fit the group any more (DEC-98)', async () => {
    const renter = await aRenter({ driver: { name: 'Maria', surname: 'Silva', birthDate: '2012-02-03', address: 'Rua do Sol 1' } }, { agrees: true })
    expect((await renter.complete()).json<Refusal>()).toMatchObject({ status: 400, code: 'AgeNotAllowed', data: { missing: [{ code: 'AgeNotAllowed', step: 'verify-driver' }] } })
  })
  it('of an additional driver the answer says that it is that one whose age does not fit (DEC-98)', async () => {
    const renter = await aRenter({}, { agrees: true })
    const other = { name: 'Rui', surname: 'Costa', email: 'rui.age@example.com', driverLicense: aLicence({ id: 'FA-997' }), birthDate: '1985-07-08' }
    expect((await renter.save(other, true)).statusCode).toBe(200)
    await changeDriver(world.api, 'costaverde', renter.id, 'additional', { birth_date: '2012-02-03' })
    expect((await renter.complete()).json<Refusal>()).toMatchObject({ status: 400, code: 'AgeNotAllowed', data: { missing: [{ code: 'AgeNotAllowed', step: 'overview', fields: ['addDriver.birthDate'] }] } })
  })
  it('nothing is missing for a check-in that is completed, whatever the company asks for afterwards; for the agreement it still is (DEC-139, S1.73)', async () => {
    const renter = await aRenter({}, { agrees: true })
    expect((await renter.complete()).statusCode).toBe(200)
    const needed = { visible: true, mandatory: true }
    await switchOff([], { fieldRules: { main: { fields: { address: needed, taxNumber: needed }, second: {} }, additional: {} } })
    const { missing } = await renter.loaded()
    await switchOff([])
    expect([missing?.complete, missing?.precheckout.map(({ step }) => step)]).toEqual([[], ['driver-details']])
  })
  it('completing is possible as soon as they are saved', async () => {
    const renter = await aRenter({ driver: null }, { agrees: true })
    expect((await renter.save()).statusCode).toBe(200)
    expect((await renter.loaded()).missing).toEqual({ complete: [], pay: [], precheckout: [] })
    expect((await renter.complete()).statusCode).toBe(200)
  })
})

describe('a reservation that may not be prepared online (API-14, API-21, DEC-111)', () => {
  it('is not let into pre-checkout by a link of the company, and has no deposit held', async () => {
    forget()
    const renter = await aRenter({ isPrecheckoutEligible: false, isCompleted: true }, { agrees: true })
    for (const answer of [await renter.call('GET', `/precheckout/${renter.guid}`), await renter.proceed(), await renter.atCounter(), await renter.hold()]) {
      expect(answer.json()).toMatchObject({ status: 404, code: 'NotEligible' })
    }
    await nothingHappened(renter)
  })
  it('is let in when the company says so with the link', async () => {
    const renter = await aRenter({ isPrecheckoutEligible: false, isCompleted: true }, { agrees: true })
    const link = (body: object) => world.api.fleet('costaverde', 'POST', '/links', { reference: renter.reference, purpose: 'precheckout', ...body })
    expect((await link({})).statusCode).toBe(201)
    expect((await renter.call('GET', `/precheckout/${renter.guid}`)).statusCode).toBe(404)
    expect((await link({ makeEligible: true })).statusCode).toBe(201)
    expect((await renter.call('GET', `/precheckout/${renter.guid}`)).statusCode).toBe(200)
    expect((await link({ purpose: 'verify', makeEligible: true })).json()).toMatchObject({ status: 400, code: 'InvalidRequest' })
  })
  it('with data missing is let in to see what is missing', async () => {
    const renter = await aRenter({ driver: { name: 'Maria', surname: 'Silva' }, isCompleted: false })
    const answer = await renter.call('GET', `/precheckout/${renter.guid}`)
    expect(answer.json<LoadedReservation>().missing?.precheckout.map(({ code }) => code)).toEqual(['TermsNotAccepted', 'DriverDataMissing'])
  })
  it.each([['has an agreement', { hasRentalAgreement: true }, 'HasRentalAgreement']] as const)('that %s has no deposit held', async (_what, change, code) => {
    forget()
    const renter = await aRenter(change, { agrees: true })
    expect((await renter.hold()).json()).toMatchObject({ status: 409, code })
    expect(world.card.asked).toEqual([])
  })
})

describe('a step that is switched off in the middle of a journey (SHELL-05, DEC-95)', () => {
  const off = { status: 409, code: 'ModuleOff' }
  it('upgrades are neither listed nor taken', async () => {
    const renter = await aRenter({}, { agrees: true })
    await switchOff(['upview'])
    expect((await renter.call('GET', `/reservation/upselling/groups/${renter.number}`)).json()).toEqual([])
    expect((await renter.call('GET', `/reservation/upselling/${renter.number}/C`)).statusCode).toBe(404)
    expect((await renter.upgrade()).json()).toMatchObject(off)
    await switchOff([])
    expect((await renter.upgrade()).statusCode).toBe(200)
  })
  it('extras are neither priced nor taken', async () => {
    const renter = await aRenter({}, { agrees: true })
    await switchOff(['exview'])
    const choice = { ...select('CSI'), quantity: 3 }
    expect((await renter.put({ extras: [choice] })).json()).toMatchObject(off)
    expect((await renter.call('POST', '/reservation/extras/values', { reservationId: renter.number, extras: [choice] })).json()).toMatchObject(off)
    await switchOff([])
    expect((await renter.put({ extras: [choice] })).statusCode).toBe(200)
  })
  it('an additional driver is not saved, the main driver is', async () => {
    const renter = await aRenter({}, { agrees: true })
    await switchOff(['adview'])
    const rui = { name: 'Rui', surname: 'Costa', birthDate: '1985-07-08', email: 'rui@example.com', driverLicense: null }
    expect((await renter.save(rui, true)).json()).toMatchObject(off)
    expect((await renter.save()).statusCode).toBe(200)
    await switchOff([])
    expect((await renter.save(rui, true)).statusCode).toBe(200)
  })
  it('nothing is paid, and check-in completes without payment', async () => {
    forget()
    const renter = await aRenter({}, { agrees: true })
    await switchOff(['paymentview'])
    expect((await renter.pay()).json()).toMatchObject(off)
    await nothingHappened(renter)
    expect((await renter.complete()).statusCode).toBe(200)
    await switchOff([])
  })
  it('nobody enters pre-checkout or has a deposit held', async () => {
    forget()
    const renter = await aRenter({ isCompleted: true }, { agrees: true })
    await switchOff(['precheckoutview'])
    for (const answer of [await renter.call('GET', `/precheckout/${renter.guid}`), await renter.proceed(), await renter.hold()]) {
      expect(answer.json()).toMatchObject({ status: 404, code: 'NotEligible' })
    }
    await nothingHappened(renter)
    await switchOff([])
  })
})

describe('money that moved', () => {
  it('is booked, and completes nothing while something is missing; mending it leads to the end', async () => {
    forget()
    const renter = await aRenter({}, { agrees: true })
    world.card.does('pending')
    expect((await renter.pay()).json()).toMatchObject({ status: 'checking' })
    const needed = { visible: true, mandatory: true }
    await switchOff([], { fieldRules: { main: { fields: { address: needed, taxNumber: needed }, second: {} }, additional: {} } })
    world.card.does()
    world.card.finish(undefined, { kind: 'charged', providerId: 'p-1', amountMinor: 17_955, currency: 'EUR', card: null })
    await world.work()
    const seen = await renter.fleet()
    expect([seen.reservation.isCompleted, seen.payments]).toMatchObject([false, [{ state: 'paid', amount: 179.55 }]])
    expect((await renter.loaded()).missing?.complete).toMatchObject([{ code: 'DriverDataMissing', step: 'driver-details', fields: ['driver.taxNumber'] }])
    expect((await renter.complete()).json()).toMatchObject({ code: 'DriverDataMissing' })
    expect((await renter.save()).statusCode).toBe(200)
    expect((await renter.complete()).statusCode).toBe(200)
    await switchOff([])
  })
})
