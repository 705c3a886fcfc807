import type { FullReservation } from '@checkin/api'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { aTripWithAgeFee } from '../../test/fixtures/driver-api.fixture.ts'
import { signingApi, type Signer, type SigningApi } from '../../test/fixtures/signing-renter.fixture.ts'
import { aFleetReservation } from '../../test/fixtures/whole-api.fixture.ts'

let world: SigningApi
beforeAll(async () => { world = await signingApi() })
afterAll(() => world.stop())

/** 23 years old at pick-up: the fee is 60.00 for the trip. Nobody saved the driver's data in Checkin. */
const { extras, driverRules } = aTripWithAgeFee()
const young = { extras, driverRules, driver: { ...aFleetReservation().driver, name: 'Maria', surname: 'Silva', birthDate: '2008-01-01' } }
const dueOf = async (renter: Signer): Promise<number> => (await renter.call('GET', `/reservation/full/${renter.guid}`)).json<FullReservation>().summary.cashier.pendingValues

describe('a young driver who was on file before pre-checkout', () => {
  it('holds nothing and signs nothing by figures without the fee: the first press is answered with the new ones (DEC-96)', async () => {
    const renter = await world.signer(young)
    const before = await dueOf(renter)
    expect((await renter.proceed()).json()).toMatchObject({ status: 409, code: 'AmountChanged', data: { amount: before + 60 } })
    expect(await dueOf(renter)).toBe(before + 60)
    const { agreement, payments } = await renter.fleet()
    expect([agreement, payments, world.card.entries.size]).toEqual([null, [], 0])
  })
  it('then gives deposit and fee together, and the agreement says both', async () => {
    const renter = await world.signer(young)
    const before = await dueOf(renter)
    await renter.proceed()
    expect(await renter.submit()).toMatchObject({ state: 'ready' })
    expect((await renter.fleet()).agreement?.hold).toMatchObject({ deposit: 300, due: before + 60, held: before + 360 })
  })
  it('who may not proceed gets no fee either: another reservation, or one that is not eligible', async () => {
    const renter = await world.signer({ ...young, isPrecheckoutEligible: false })
    const before = await dueOf(renter)
    expect(await renter.refusal()).toBe('404 NotEligible')
    expect(await renter.refusal({ documentId: '99999999' })).toBe('404 ReservationNotFound')
    expect(await dueOf(renter)).toBe(before)
  })
})
