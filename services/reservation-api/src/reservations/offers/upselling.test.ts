import type { FullReservation } from '@checkin/api'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { aFleetReservation, anExtra, wholeApi, type WholeApi } from '../../../test/fixtures/whole-api.fixture.ts'
import { aRenter } from '../../../test/fixtures/renter.fixture.ts'

let api: WholeApi
beforeAll(async () => { api = await wholeApi() })
afterAll(() => api.stop())

const offer = (groupId: string, dailyDifference: number) => ({ vehicle: { id: `G-${groupId}`, vehicle: `Car ${groupId}`, groupId, name: `Group ${groupId}` }, dailyDifference, taxRate: 23 })
const rental = (change = {}) => aFleetReservation({ upgrades: [offer('E', 9), offer('C', 4), offer('D', 6.5), offer('B', 3), offer('A', 0)], ...change })

describe('higher groups on offer (API-19, API-20)', () => {
  it('are only higher ones, the cheapest first (OFFERS-22, OFFERS-31)', async () => {
    expect((await (await aRenter(api, 'G1', rental())).groups()).map(({ groupId }) => groupId)).toEqual(['C', 'D', 'E'])
  })
  it('are priced per day and for the rental, and say what the reservation would cost (P-11)', async () => {
    const renter = await aRenter(api, 'G2', rental())
    const [, group] = await renter.groups()
    expect(group).toMatchObject({ dailyDifference: 6.5, dailyDifferenceWithTax: 8, totalValueWithTax: 40, totalValue: 32.52, finalReservationValue: 319.55 })
    expect((await renter.call('GET', `/reservation/upselling/${renter.number}/D`)).json()).toEqual(group)
  })
  it('one that is not offered, and another reservation, are answered 404', async () => {
    const renter = await aRenter(api, 'G3', rental())
    expect((await renter.call('GET', `/reservation/upselling/${renter.number}/B`)).json()).toMatchObject({ status: 404, code: 'NotFound' })
    for (const path of ['/reservation/upselling/groups/99999999', '/reservation/upselling/99999999/C']) {
      expect((await renter.call('GET', path)).json()).toMatchObject({ status: 404, code: 'ReservationNotFound' })
    }
  })
  it.each([
    ['without offers', { upgrades: [] }], ['that is upgraded already (OFFERS-29)', { extras: [anExtra('UP', { ratePeriodType: 'days-upselling', isAccepted: true })] }],
    ['with an agreement', { hasRentalAgreement: true }],
  ])('a reservation %s has an empty list (OFFERS-27)', async (_what, change) => {
    expect(await (await aRenter(api, 'G4', rental(change))).groups()).toEqual([])
  })
})

describe('taking an upgrade (OFFERS-25)', () => {
  it('changes the vehicle, costs what was shown and is told to the company; afterwards nothing is offered', async () => {
    const renter = await aRenter(api, 'K1', rental())
    const [, shown] = await renter.groups()
    const answer = (await renter.put({ rowVersion: 1, groupId: 'D' })).json<FullReservation>()
    expect(answer.reservation.vehicle).toMatchObject({ groupId: 'D', name: 'Group D' })
    expect(answer.summary.cashier.previewValue).toBe(shown?.finalReservationValue)
    expect(answer.summary.extras).toEqual(shown?.extras.map((extra) => ({ ...extra, acceptedDate: answer.summary.extras.find(({ extraID }) => extraID === extra.extraID)?.acceptedDate })))
    expect(await renter.groups()).toEqual([])
    expect((await renter.company()).reservation.vehicle.groupId).toBe('D')
    expect((await renter.events()).at(-1)).toMatchObject({ kind: 'upgrade.accepted', data: { groupId: 'D', total: 319.55 } })
    const status = (await renter.call('GET', `/reservation/modules/status/${renter.number}`)).json<{ viewTag: string }[]>()
    expect(status.find(({ viewTag }) => viewTag === 'upview')).toMatchObject({ isEnabled: false, isCompleted: true })
  })
  it('has a name in every language', async () => {
    const renter = await aRenter(api, 'K2', rental())
    await renter.put({ groupId: 'C' })
    const named = async (language: string) => (await renter.call('GET', `/reservation/full/${renter.guid}`, undefined, { 'x-checkin-language': language }))
      .json<FullReservation>().summary.extras.find(({ extraID }) => extraID === 'UPGRADE')?.description
    expect([await named('en'), await named('pt'), await named('fr')]).toEqual(['Upgrade to Group C', 'Subida para Group C', 'Surclassement en Group C'])
  })
  it.each(['Z', 'B', 'A'])('group %s, which is not offered, is refused', async (groupId) => {
    const renter = await aRenter(api, 'K3', rental())
    expect((await renter.put({ groupId })).json()).toMatchObject({ status: 400, code: 'CannotUpdate', data: { groupId } })
  })
  it('a second upgrade is refused, and a group without the flag changes nothing', async () => {
    const renter = await aRenter(api, 'K4', rental())
    await renter.put({ reservation: { vehicle: { groupId: 'E' } } })
    expect((await renter.full()).reservation.vehicle.groupId).toBe('B')
    await renter.put({ groupId: 'C' })
    expect((await renter.put({ groupId: 'E' })).json()).toMatchObject({ status: 400, code: 'CannotUpdate' })
  })
})
