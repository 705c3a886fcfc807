import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { anAdditionalDriver, aTrip, aTripWithAgeFee, driverApi, type DriverApi } from '../../../test/fixtures/driver-api.fixture.ts'
import { photo } from '../../../test/fixtures/hostile-files.fixture.ts'
import { aBrowser, anInvitation, codeOf, mailTo } from '../../../test/fixtures/invited-driver.fixture.ts'

let api: DriverApi
beforeAll(async () => { api = await driverApi({ driverInvitation: true }) })
afterAll(() => api.stop())

const email = 'rui.costa@example.com'

describe('the second driver by invitation (DEC-209, DEC-210, DEC-211)', () => {
  it('who was invited proves the own address, fills in the own data, and the renter sees the first name and nothing else (API-55, API-56, API-85, API-86, API-87, API-88)', async () => {
    const { renter, invitee, state } = await anInvitation(api, 'IV1')
    expect((await invitee.open()).json()).toEqual({ state: 'email', trip: null })
    expect(await state()).toMatchObject({ state: 'waiting', firstName: null })
    const proved = await invitee.enter(email)
    expect(proved.json()).toEqual({
      state: 'open', trip: {
        reservation: '', renter: 'Maria', vehicle: 'Economy', checkOut: { dateAndTime: '2031-05-02T10:30', place: 'Faro Airport' }, checkIn: { dateAndTime: '2031-05-07T10:00', place: 'Lisbon Airport' },
        minAge: 21, maxAge: 80, takesPictures: true,
      },
    })
    const picture = (await photo(300, 200).jpeg().toBuffer()).toString('base64')
    const saved = await invitee.save({ document: { idType: 'id-card', id: 'PRIVATE1', expiryDate: '2035-01-01', imageFront: picture } })
    expect([saved.statusCode, saved.json()]).toEqual([200, { done: true }])
    expect(await state()).toEqual({ state: 'done', firstName: 'Rui', expiresAt: null, fee: null })

    const answers = [await renter.get(`/reservation/${renter.guid}`), await renter.get(`/reservation/full/${renter.guid}`)].map(({ body }) => body)
    for (const body of answers) expect(body).not.toMatch(/Costa"|1985-07-08|rui\.costa|FA-999|PRIVATE1|Rua do Sol 1","birthDate":"1985/)
    expect((await renter.reservation()).addDriver).toMatchObject({ name: 'Rui', surname: '…', birthDate: null, email: null, document: null, driverLicense: null })
    const fleet = await renter.fleet()
    expect(fleet.reservation.addDriver).toMatchObject({ name: 'Rui', surname: 'Costa', birthDate: '1985-07-08' })
    expect(fleet.reservation.extras.find(({ extraID }) => extraID === 'ADDDRV')?.isAccepted).toBe(true)
    expect(fleet.pictures).toHaveLength(1)
  })

  it('an invitation by mail sends codes to that address alone, whatever is named', async () => {
    const renter = await api.renter('IV2')
    expect((await renter.post('/invitation', { email: 'friend@example.com' })).json()).toMatchObject({ token: null })
    const mail = await mailTo(api, 'friend@example.com')
    expect(Object.keys(mail ?? {}).sort()).toEqual(['checkOut', 'place', 'renter', 'token', 'vehicle'])
    const browser = aBrowser(api, mail?.['token'] ?? '')
    expect((await browser.open()).json()).toEqual({ state: 'code', trip: null })
    expect((await browser.code('thief@example.com')).statusCode).toBe(200)
    expect(await mailTo(api, 'thief@example.com')).toBeNull()
    expect((await browser.prove((await mailTo(api, 'friend@example.com'))?.['code'] ?? '')).json()).toMatchObject({ state: 'open' })
  })

  it('ages, fees and what is refused are as if the renter typed it', async () => {
    const { renter, invitee } = await anInvitation(api, 'IV3', { trip: aTripWithAgeFee() })
    await invitee.enter(email)
    expect(codeOf(await invitee.save({ birthDate: '2012-01-01' }))).toBe('400 AgeNotAllowed')
    expect(codeOf(await invitee.save({ name: 'Maria', surname: 'Silva', birthDate: '1990-02-03' }))).toMatch(/^400 /)
    expect(codeOf(await invitee.save({ driverLicense: { id: 'UNDES-1', issueDate: '2015-06-01', expiryDate: '2040-06-01', issueCountryId: 620 } }))).toBe('400 Undesirable')
    expect(codeOf(await invitee.save({ address: '' }))).toBe('400 InvalidRequest')
    const before = (await renter.reservation()).reservation.totalPriceWithVAT
    expect((await invitee.save({ birthDate: '2008-01-01' })).statusCode).toBe(200)
    expect((await renter.reservation()).reservation.totalPriceWithVAT).toBeGreaterThan(before)
    expect((await renter.fleet()).reservation.extras.filter(({ isAccepted }) => isAccepted).map(({ extraID }) => extraID)).toEqual(expect.arrayContaining(['YOUNG', 'ADDDRV']))
  })

  it('another device that has the link proves itself anew, and the former is known no longer', async () => {
    const { token, invitee } = await anInvitation(api, 'IV4')
    await invitee.enter(email)
    const phone = aBrowser(api, token)
    expect((await phone.open()).json()).toEqual({ state: 'code', trip: null })
    expect((await phone.enter(email)).statusCode).toBe(200)
    expect([codeOf(await invitee.save()), (await phone.open()).json<{ state: string }>().state]).toEqual(['403 CodeRequired', 'open'])
  })

  it('a new invitation replaces the one before, and ends with the pick-up at the latest', async () => {
    const { renter, invitee } = await anInvitation(api, 'IV5')
    expect((await renter.post('/invitation', { email: null })).statusCode).toBe(200)
    expect(codeOf(await invitee.open())).toBe('404 LinkUnknown')
    const inHours = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString().slice(0, 16)
    const soon = inHours(1)
    const trip = aTrip({ checkOut: { dateAndTime: soon, place: 'Faro', timeZone: 'UTC' }, checkIn: { dateAndTime: inHours(73), place: 'Faro', timeZone: 'UTC' } })
    const next = await api.renter('IV6', trip)
    const begun = await next.post('/invitation', { email: null })
    expect(begun.json<{ expiresAt: string }>().expiresAt.slice(0, 16)).toBe(soon)
    const browser = aBrowser(api, begun.json<{ token: string }>().token)
    await api.asAdmin(`update reservation set check_out_at = (now() at time zone 'UTC' - interval '1 minute') where id = '${next.id}'`)
    expect(codeOf(await browser.open())).toBe('404 LinkUnknown')
    expect(codeOf(await next.post('/invitation', { email: null }))).toBe('400 CannotUpdate')
  })

  it('where the tenant has it not there is none, also for a link that is out', async () => {
    const { renter, invitee } = await anInvitation(api, 'IV7')
    await api.settings({ driverInvitation: false })
    expect([codeOf(await renter.post('/invitation', { email: null })), codeOf(await invitee.open())]).toEqual(['409 ModuleOff', '404 LinkUnknown'])
    await api.settings()
  })

  it('a renter who fills in the second driver meanwhile ends the invitation, and nothing of the two is mixed', async () => {
    const { renter, invitee, state } = await anInvitation(api, 'IV8')
    await invitee.enter(email)
    expect((await renter.save(anAdditionalDriver({ name: 'Ana', surname: 'Reis', email: 'ana@example.com', driverLicense: { id: 'FA-77', issueDate: '2015-06-01', expiryDate: '2040-06-01', issueCountryId: 620 } }), true)).statusCode).toBe(200)
    expect([codeOf(await invitee.save()), (await state()).state]).toEqual(['404 LinkUnknown', 'none'])
    expect((await renter.reservation()).addDriver).toMatchObject({ name: 'Ana', surname: 'Reis', email: 'ana@example.com' })
  })

  it('a renter who types over an invited driver gets nothing of his: what is left out is empty, and his pictures are gone', async () => {
    const { renter, invitee } = await anInvitation(api, 'IV9')
    await invitee.enter(email)
    const picture = (await photo(300, 200).jpeg().toBuffer()).toString('base64')
    await invitee.save({ driverLicense: { id: 'FA-999', issueDate: '2015-06-01', expiryDate: '2040-06-01', issueCountryId: 620, imageFront: picture } })
    const bare = await renter.save({ id: 0, name: 'Rui', surname: 'Costa' }, true)
    expect([codeOf(bare), bare.body]).toEqual(['400 InvalidRequest', expect.not.stringMatching(/1985|FA-999/)])
    const typed = await renter.save(anAdditionalDriver({ email: 'other@example.com', driverLicense: { id: 'FA-78', issueDate: '2015-06-01', expiryDate: '2040-06-01', issueCountryId: 620, hasImageFront: true, imageFront: '' } }), true)
    expect(typed.statusCode).toBe(200)
    expect((await renter.fleet()).pictures).toHaveLength(0)
  })
})
