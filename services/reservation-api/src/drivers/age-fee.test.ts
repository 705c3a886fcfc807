import type { ExtrasSummary } from '@checkin/api'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { aFleetReservation, wholeApi, type WholeApi } from '../../test/fixtures/whole-api.fixture.ts'
import { aRenter } from '../../test/fixtures/renter.fixture.ts'
import { aLicence, anAdditionalDriver, aSentDriver, aTrip, aTripWithAgeFee, driverApi, type DriverApi } from '../../test/fixtures/driver-api.fixture.ts'

let api: DriverApi
let offers: WholeApi
beforeAll(async () => { [api, offers] = await Promise.all([driverApi(), wholeApi()]) })
afterAll(() => Promise.all([api.stop(), offers.stop()]))

/** 23 years old on the day of pick-up, so that a fee of 60.00 for the trip applies. */
const young = '2008-01-01'
const fees = async (renter: Awaited<ReturnType<DriverApi['renter']>>): Promise<number> =>
  ((await renter.fleet()) as unknown as { summary: ExtrasSummary }).summary.extras.filter(({ extraID, isAccepted }) => extraID === 'YOUNG' && isAccepted).reduce((sum, line) => sum + line.totalValue, 0)

describe('a fee because of age is booked with the data of the driver it is for (DEC-96)', () => {
  it('once per driver to whom it applies, and it goes when that driver no longer needs it', async () => {
    const renter = await api.renter('F1', aTripWithAgeFee())
    const main = (birthDate: string) => renter.save(aSentDriver({ birthDate }))
    const other = (birthDate: string) => renter.save(anAdditionalDriver({ birthDate }), true)
    const sums: number[] = []
    for (const save of [() => main(young), () => other(young), () => main(young), () => main('1990-02-03'), () => other('1985-07-08')]) {
      expect((await save()).statusCode).toBe(200)
      sums.push(await fees(renter))
    }
    expect(sums).toEqual([60, 120, 120, 60, 0])
  })
  it('and what the company gets may be sent back by it without changing the bill', async () => {
    const renter = await api.renter('F2', aTripWithAgeFee())
    await renter.save(aSentDriver({ birthDate: young }))
    await renter.save(anAdditionalDriver({ birthDate: young }), true)
    await api.fleet('costaverde', 'PUT', '/reservations/F2', (await renter.fleet()).reservation)
    expect(await fees(renter)).toBe(120)
  })
})

describe('one fee of a line per driver to whom it applies (DEC-96, DEC-128)', () => {
  /** 21 on the day of pick-up; two years later still young. */
  const younger = '2009-06-01'
  type Renter = Awaited<ReturnType<DriverApi['renter']>>
  interface Step { readonly does: string; readonly step: (renter: Renter, reference: string) => Promise<unknown>; readonly fees: number }
  const main = (birthDate: string, fee: number): Step => ({ does: `main driver of ${birthDate}`, step: (renter) => renter.save(aSentDriver({ birthDate })), fees: fee })
  const additional = (birthDate: string, fee: number): Step => ({ does: `additional driver of ${birthDate}`, step: (renter) => renter.save(anAdditionalDriver({ birthDate, driverLicense: aLicence({ id: 'FA-997', issueDate: '2026-02-01' }) }), true), fees: fee })
  const put = async (renter: Renter, body: object): Promise<unknown> => api.call('PUT', '/api/reservation', { token: renter.token, body: { reservation: { reservation: renter.number }, extras: [], hasClickedUpgrade: false, hasCompletedReservation: false, ...body } })
  const upgrades = (fee: number): Step => ({ does: 'a higher group', step: (renter) => put(renter, { reservation: { reservation: renter.number, vehicle: { groupId: 'C' } }, hasClickedUpgrade: true }), fees: fee })
  /** What the company changes is settled before anybody completes: the first press is answered with the new figures. */
  const companyChanges = (what: string, change: object, fee: number): Step => ({
    does: `the company changes ${what}`, fees: fee,
    step: async (renter, reference) => {
      const stored = await api.fleet('costaverde', 'PUT', `/reservations/${reference}`, { ...(await renter.fleet()).reservation, ...change })
      await put(renter, { hasCompletedReservation: true })
      return stored
    },
  })
  const moved = (year: number) => {
    const { checkOut, checkIn } = aTripWithAgeFee()
    return { checkOut: { ...checkOut, dateAndTime: checkOut.dateAndTime.replace('2031', String(year)) }, checkIn: { ...checkIn, dateAndTime: checkIn.dateAndTime.replace('2031', String(year)) } }
  }
  const anotherGroup = { vehicle: { id: 'G-D', vehicle: 'Golf', groupId: 'D', name: 'Compact', groupMinAge: 18, groupMaxAge: 80 } }
  const young60 = (drivers: number) => drivers * 60

  const rows: readonly (readonly [string, ...Step[]])[] = [
    ['the main driver alone', main(young, young60(1))],
    ['the additional driver alone', main('1990-02-03', 0), additional(young, young60(1))],
    ['both', main(young, young60(1)), additional(young, young60(2))],
    ['neither', main('1990-02-03', 0), additional('1985-07-08', 0)],
    ['a birth date that is put right', main(young, young60(1)), additional(younger, young60(2)), main('1990-02-03', young60(1)), additional('1985-07-08', 0), additional(younger, young60(1))],
    ['a higher group', main(young, young60(1)), additional(younger, young60(2)), upgrades(young60(2))],
    ['another group of the company', main(young, young60(1)), additional(younger, young60(2)), companyChanges('the group', anotherGroup, young60(2))],
    ['dates on which one is grown', main(young, young60(1)), additional(younger, young60(2)), companyChanges('the dates', moved(2033), young60(1))],
    ['dates on which both are grown', main(young, young60(1)), additional(young, young60(2)), companyChanges('the dates', moved(2034), 0)],
  ]
  it.each(rows.map(([name, ...steps]) => ({ name, steps })))('$name', async ({ name, steps }) => {
    const reference = `T${name.replace(/[^a-z]/g, '').slice(0, 30)}`
    const renter = await api.renter(reference, { ...aTripWithAgeFee(), upgrades: [{ vehicle: { id: 'C', vehicle: 'Car C', groupId: 'C', name: 'Group C' }, dailyDifference: 5, taxRate: 23 }] })
    const seen: (readonly [string, number, number])[] = []
    for (const { does, step } of steps) {
      const { statusCode } = await step(renter, reference) as { readonly statusCode: number }
      seen.push([does, statusCode, await fees(renter)])
    }
    expect(seen).toEqual(steps.map(({ does, fees: fee }) => [does, 200, fee]))
  })

  it('where rules of several ages name one line, each driver counts once by whichever applies', async () => {
    const trip = aTripWithAgeFee()
    const rule = { type: 'young' as const, extraID: 'YOUNG' }
    const renter = await api.renter('TRULES', { ...trip, driverRules: { undesirableLicences: [], ageFees: [{ ...rule, minAge: 21, maxAge: 22 }, { ...rule, minAge: 22, maxAge: 24 }, { type: 'senior', extraID: 'YOUNG', minAge: 70, maxAge: 90 }] } })
    const sums: number[] = []
    for (const step of [main(younger, 0), additional(young, 0), main('1990-02-03', 0)]) {
      await step.step(renter, 'TRULES')
      sums.push(await fees(renter))
    }
    expect(sums).toEqual([60, 120, 60])
  })
})

describe('a young driver who was on file before', () => {
  const onFile = aTripWithAgeFee()
  const trip = aFleetReservation({ extras: onFile.extras, driverRules: onFile.driverRules, driver: { ...aFleetReservation().driver, name: 'Maria', surname: 'Silva', birthDate: young }, paidValue: 0 })

  it('completes by the new figures only: the first press is answered with them, the second completes', async () => {
    const renter = await aRenter(offers, 'F3', trip)
    const before = await renter.full()
    expect(before.summary.extras.find(({ extraID }) => extraID === 'YOUNG')?.isAccepted).toBe(false)
    const due = before.summary.cashier.pendingValues + 60
    expect((await renter.put({ completes: true })).json()).toMatchObject({ status: 409, code: 'AmountChanged', data: { amount: due } })
    expect((await renter.company()).reservation.isCompleted).toBe(false)
    expect((await renter.full()).summary.cashier.pendingValues).toBe(due)
    expect((await renter.events()).at(-1)).toMatchObject({ kind: 'reservation.updated', data: { due } })
    expect((await renter.put({ completes: true })).statusCode).toBe(200)
  })
  it('pays by the new figures only: the first press is answered with them, and nothing is charged', async () => {
    const renter = await aRenter(offers, 'F4', trip)
    const { summary: { cashier: { pendingValues: due } } } = await renter.full()
    const pay = (amount: number) => renter.call('POST', '/payment', {
      documentId: renter.number, amount, transactionType: 'Sale', provider: 'card', token: 'ix::one', referenceToken: null, isRecurrent: false, validated: true,
    }, { 'idempotency-key': `fee-${amount}` })
    expect((await pay(due)).json()).toMatchObject({ status: 409, code: 'AmountChanged', data: { amount: due + 60 } })
    expect((await renter.full()).summary.cashier.pendingValues).toBe(due + 60)
  })
})

it('no check and no preview writes anything, however often it is asked', async () => {
  const renter = await api.renter('F5', aTripWithAgeFee())
  await renter.save(aSentDriver())
  const tables = ['reservation', 'driver', 'extra_line', 'extra_stock', 'fleet_event'] as const
  const everything = async (): Promise<string> => JSON.stringify(await Promise.all(tables.map((table) => api.asAdmin(`select * from ${table} as row order by row::text`))))
  const before = await everything()
  for (const birthDate of [young, '1990-01-01', '2007-05-05', '2012-01-01']) {
    await renter.post('/driver/validate-age', { reservation: renter.number, birthDate })
    await renter.find({ birthDate })
  }
  for (const extraID of ['ADDDRV', 'YOUNG', 'DAYS']) await renter.post('/reservation/extras/values', { reservationId: renter.number, extras: [{ extraID, quantity: 2, event: 'Select' }] })
  for (const path of [
    `/reservation/${renter.guid}`, `/reservation/full/${renter.guid}`, `/reservation/modules/status/${renter.number}`, `/reservation/upselling/groups/${renter.number}`,
    '/driver/email?email=new@example.com', '/postalcode?zipCode=8000-138&countryId=620', '/taxnumber?taxNumber=123456789&countryId=620', `/payment/state/${renter.number}`,
  ]) await renter.get(path)
  expect(await everything()).toBe(before)
})

describe('a higher group is for drivers of its ages (DEC-98)', () => {
  const group = (groupId: string, ages: object) => ({ vehicle: { id: groupId, vehicle: `Car ${groupId}`, groupId, name: `Group ${groupId}`, ...ages }, dailyDifference: 5, taxRate: 23 })
  const trip = () => aTrip({ upgrades: [group('C', {}), group('X', { groupMinAge: 25, groupMaxAge: 70 })], addDriver: null, extras: aTripWithAgeFee().extras, driverRules: aTripWithAgeFee().driverRules })
  const offered = async (renter: Awaited<ReturnType<DriverApi['renter']>>): Promise<string[]> =>
    (await renter.get(`/reservation/upselling/groups/${renter.number}`)).json<{ groupId: string }[]>().map(({ groupId }) => groupId)
  const take = (renter: Awaited<ReturnType<DriverApi['renter']>>, groupId: string) => api.call('PUT', '/api/reservation', {
    token: renter.token, body: { reservation: { reservation: renter.number, vehicle: { groupId } }, extras: [], hasClickedUpgrade: true, hasCompletedReservation: false },
  })

  it.each([['the main driver', false], ['the additional driver', true]])('it is neither listed nor stored where %s does not meet them', async (_who, isAdditional) => {
    const renter = await api.renter(isAdditional ? 'F6' : 'F7', trip())
    expect((await offered(renter)).sort()).toEqual(['C', 'X'])
    expect((await renter.save(aSentDriver(isAdditional ? {} : { birthDate: young }))).statusCode).toBe(200)
    if (isAdditional) expect((await renter.save(anAdditionalDriver({ birthDate: young, driverLicense: aLicence({ id: 'FA-998' }) }), true)).statusCode).toBe(200)
    expect(await offered(renter)).toEqual(['C'])
    expect((await take(renter, 'X')).json()).toMatchObject({ status: 400, code: 'AgeNotAllowed' })
    expect((await take(renter, 'C')).statusCode).toBe(200)
  })
  it('and a driver who comes after the upgrade is refused as before', async () => {
    const renter = await api.renter('F8', trip())
    expect((await take(renter, 'X')).statusCode).toBe(200)
    expect((await renter.save(aSentDriver({ birthDate: young }))).json()).toMatchObject({ status: 400, code: 'AgeNotAllowed' })
  })
})
