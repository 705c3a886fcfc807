import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { aTripWithAgeFee, driverApi, type DriverApi } from '../../../test/fixtures/driver-api.fixture.ts'
import { aBrowser, anInvitation, codeOf } from '../../../test/fixtures/invited-driver.fixture.ts'
import { checkLimits } from '../check-limit.ts'

let api: DriverApi
beforeAll(async () => { api = await driverApi({ driverInvitation: true }) })
afterAll(() => api.stop())

type Invitee = Awaited<ReturnType<typeof anInvitation>>['invitee']
const questions: readonly (readonly [string, (invitee: Invitee) => ReturnType<Invitee['age']>])[] = [
  ['the place of a zip code', (invitee) => invitee.places('8000-138')],
  ['a tax number', (invitee) => invitee.taxNumber('123456789')],
  ['the own age', (invitee) => invitee.age('1985-07-08')],
]

describe('what an invited driver asks while filling in the own data (DEC-237)', () => {
  it('gets the answers that the renter gets (API-70, API-71, API-72)', async () => {
    const { renter, invitee } = await anInvitation(api, 'IQ1')
    await invitee.enter('rui.costa@example.com')
    for (const zipCode of ['8000-138', '0000-000']) expect((await invitee.places(zipCode)).json()).toEqual((await renter.get(`/postalcode?zipCode=${zipCode}&countryId=620`)).json())
    expect((await invitee.places('8000-138')).json()).toEqual([{ city: 'Faro' }])
    expect((await invitee.taxNumber('123456789')).json()).toEqual({ isValid: true })
    expect(codeOf(await invitee.taxNumber('111111111'))).toBe('400 TaxNumberInvalid')
    expect((await invitee.age('1985-07-08')).json()).toEqual({ fee: null })
    expect(codeOf(await invitee.age('2015-07-08'))).toBe('400 AgeNotAllowed')
  })

  it.each(questions)('%s is answered to no browser that proved nothing, and not after withdrawal', async (name, ask) => {
    const { renter, token, invitee } = await anInvitation(api, `IQ2${name.length}`)
    expect(codeOf(await ask(invitee))).toBe('403 CodeRequired')
    await invitee.enter(`rui${name.length}@example.com`)
    expect((await ask(invitee)).statusCode).toBe(200)
    expect(codeOf(await ask(aBrowser(api, token)))).toBe('403 CodeRequired')
    await renter.post('/invitation/withdraw', undefined)
    expect(codeOf(await ask(invitee))).toBe('404 LinkUnknown')
  })

  it('is asked so often and no more, whatever the address', async () => {
    const { token, invitee } = await anInvitation(api, 'IQ3')
    await invitee.enter('rui3@example.com')
    expect((await invitee.age('1985-07-08')).statusCode).toBe(200)
    await api.asAdmin(`update driver_check set asked = ${checkLimits.age} where kind = 'age' and session_id in (select id from driver_invitation where done_at is null and ended_at is null)`)
    expect(codeOf(await aBrowser(api, token, { key: invitee.key }).age('1985-07-08'))).toBe('429 TooManyRequests')
  })

  it('the fee of the age is told before the data are sent, then to the renter with the first name, and it is in the price; the birth date is not (API-56)', async () => {
    const { renter, invitee, state } = await anInvitation(api, 'IQ4', { trip: aTripWithAgeFee() })
    await invitee.enter('rui4@example.com')
    const answer = (await invitee.age('2008-07-08')).json<{ fee: { type: string; amount: number } | null }>()
    expect(answer.fee).toMatchObject({ type: 'young' })
    const before = (await renter.reservation()).reservation.totalPriceWithVAT
    expect((await invitee.save({ birthDate: '2008-07-08', email: 'rui4@example.com' })).json()).toEqual({ done: true })
    const seen = await state()
    expect(seen).toEqual({ state: 'done', firstName: 'Rui', expiresAt: null, fee: answer.fee })
    expect((await renter.reservation()).reservation.totalPriceWithVAT - before).toBeCloseTo((answer.fee?.amount ?? 0) + 30, 0)
    expect(JSON.stringify(seen) + (await renter.get(`/reservation/full/${renter.guid}`)).body).not.toContain('2008-07-08')
  })
})
