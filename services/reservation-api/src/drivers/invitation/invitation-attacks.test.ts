import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { driverApi, type DriverApi } from '../../../test/fixtures/driver-api.fixture.ts'
import { aBrowser, aKey, anInvitation, codeOf, mailTo } from '../../../test/fixtures/invited-driver.fixture.ts'
import { lockReservation } from '../../reservations/reservation-store.ts'
import { endInvitations } from './invitation-store.ts'

let api: DriverApi
beforeAll(async () => { api = await driverApi({ driverInvitation: true }) })
afterAll(() => api.stop())

const email = 'rui.costa@example.com'
/** An invitation whose invited driver is proved. */
async function proved(reference: string) {
  const invitation = await anInvitation(api, reference)
  expect((await invitation.invitee.enter(email)).statusCode).toBe(200)
  return invitation
}

describe('who has a link and nothing else gets nothing (DEC-210, DEC-212)', () => {
  it('a link of one company is unknown at another', async () => {
    const { token, invitee } = await proved('IA1')
    const other = aBrowser(api, token, { key: invitee.key, host: 'alpen.localhost:4000' })
    expect([codeOf(await other.open()), codeOf(await other.code(email)), codeOf(await other.save())]).toEqual(Array(3).fill('404 LinkUnknown'))
  })

  it('the renter of another reservation withdraws and sees his own alone', async () => {
    const { invitee, state } = await proved('IA2')
    const stranger = await api.renter('IA3')
    expect((await stranger.post('/invitation/state', undefined)).json()).toMatchObject({ state: 'none' })
    expect((await stranger.post('/invitation/withdraw', undefined)).statusCode).toBe(200)
    expect([(await state()).state, (await invitee.open()).json<{ state: string }>().state]).toEqual(['waiting', 'open'])
  })

  it('the proof of one link is none for another', async () => {
    const { invitee } = await proved('IA4')
    const { token } = await anInvitation(api, 'IA5')
    expect(codeOf(await aBrowser(api, token, { key: invitee.key }).save())).toBe('403 CodeRequired')
  })

  it('after withdrawal an open page, a replay and a code that is on its way are worth nothing (API-57)', async () => {
    const { renter, invitee, token } = await proved('IA6')
    const late = aBrowser(api, token)
    await late.code(email)
    const code = (await mailTo(api, email))?.['code'] ?? ''
    expect((await renter.post('/invitation/withdraw', undefined)).json()).toMatchObject({ state: 'none' })
    expect((await renter.post('/invitation/withdraw', undefined)).statusCode).toBe(200)
    expect([codeOf(await invitee.open()), codeOf(await invitee.save()), codeOf(await late.prove(code)), codeOf(await late.code(email))]).toEqual(Array(4).fill('404 LinkUnknown'))
    expect((await renter.reservation()).addDriver).toBeNull()
    expect(await api.asAdmin(`select id from mail_outbox where reservation_id = '${renter.id}' and kind in ('invitation', 'invitation-code') and state = 'queued'`)).toEqual([])
  })

  it('a save that was done is not done again by a replay', async () => {
    const { invitee, renter } = await proved('IA7')
    expect((await invitee.save()).statusCode).toBe(200)
    expect([codeOf(await invitee.save({ name: 'Other' })), codeOf(await invitee.open())]).toEqual(['404 LinkUnknown', '404 LinkUnknown'])
    expect((await renter.reservation()).addDriver?.name).toBe('Rui')
  })

  it('who proved a link has no session: every call of the renter refuses him, and no cookie is set', async () => {
    const { invitee, renter, token } = await anInvitation(api, 'IA8')
    const answer = await invitee.enter(email)
    expect(answer.headers['set-cookie']).toBeUndefined()
    expect(answer.body).not.toMatch(new RegExp(`Silva|maria\\.silva|${renter.number}|${renter.guid}|IA8|1990`))
    const calls = [
      api.call('GET', `/api/reservation/${renter.guid}`, { token }), api.call('GET', `/api/reservation/${renter.guid}`, { token: invitee.key }), api.call('POST', '/api/invitation/withdraw', { token: invitee.key }),
      api.call('POST', '/api/driver', { token: invitee.key, body: { reservation: renter.number, driver: { id: 0, name: 'A', surname: 'B' }, addDriver: true, sessionKey: '00000000-0000-4000-8000-000000000000' } }),
    ]
    for (const call of calls) expect((await call).statusCode).toBe(401)
    expect((await api.call('GET', `/api/reservation/resume/${token}`)).statusCode).toBe(404)
  })

  it('the renter\'s session opens nothing of the invited driver\'s', async () => {
    const { renter, token } = await proved('IA9')
    const asRenter = aBrowser(api, token, { cookie: renter.token })
    expect((await asRenter.open()).json()).toEqual({ state: 'code', trip: null })
    expect(codeOf(await asRenter.save())).toBe('403 CodeRequired')
  })

  it('a session that a link opened invites nobody, and nobody without one', async () => {
    const renter = await api.renter('IA10', undefined, 'link')
    expect(codeOf(await renter.post('/invitation', { email: null }))).toBe('403 CodeRequired')
    expect(codeOf(await api.call('POST', '/api/invitation', { body: { email: null } }))).toBe('401 Unauthorized')
  })

  it('guesses of the link are throttled by address, a right one among them too', async () => {
    const { token } = await anInvitation(api, 'IA11')
    const at = (guess: string) => aBrowser(api, guess, { address: '203.0.113.77' })
    const answers = []
    for (let guess = 0; guess < 12; guess += 1) answers.push((await at(aKey()).open()).statusCode)
    expect(answers.slice(0, 10)).toEqual(Array(10).fill(404))
    expect([answers[11], (await at(token).open()).statusCode]).toEqual([429, 429])
    expect((await aBrowser(api, token).open()).statusCode).toBe(200)
  })

  it('a code bears five wrong tries, from wherever and at once, and the right one comes too late then', async () => {
    const { token, invitee } = await anInvitation(api, 'IA12')
    await invitee.code(email)
    const code = (await mailTo(api, email))?.['code'] ?? ''
    const wrong = code === '111111' ? '222222' : '111111'
    const tries = await Promise.all(Array.from({ length: 6 }, () => aBrowser(api, token).prove(wrong)))
    expect(tries.map(codeOf)).toEqual(Array(6).fill('404 CodeNotFound'))
    expect(codeOf(await invitee.prove(code))).toBe('404 CodeNotFound')
  })

  it('a code is good once, and an invited driver\'s code neither is nor voids the renter\'s', async () => {
    const { token, invitee, renter } = await anInvitation(api, 'IA13')
    await api.call('POST', '/api/reservation/lookup', { body: { reference: 'IA13', surname: 'Silva', checkoutdate: '', mail: 'maria.silva@example.com' } })
    await invitee.enter(email)
    const voided = await api.asAdmin(`select id from login_code where reservation_id = '${renter.id}' and voided_at is not null`)
    expect(voided).toEqual([])
    const other = aBrowser(api, token)
    await other.code(email)
    const code = (await mailTo(api, email))?.['code'] ?? ''
    expect((await api.call('GET', `/api/validate/${code}`, { token: renter.token })).statusCode).toBe(404)
    expect((await other.prove(code)).statusCode).toBe(200)
    expect(codeOf(await aBrowser(api, token).prove(code))).toBe('404 CodeNotFound')
  })

  it('withdrawal and save at the same moment end one way or the other, never half', async () => {
    for (let round = 0; round < 6; round += 1) {
      const { renter, invitee, state } = await proved(`IR${round}`)
      const [saved] = await Promise.all(round % 2 === 0 ? [invitee.save(), renter.post('/invitation/withdraw', undefined)] : [invitee.save(), renter.post('/invitation/withdraw', undefined), invitee.save()])
      const { addDriver } = await renter.reservation()
      const after = (await state()).state
      expect([[200, 'Rui', 'done'], [404, null, 'none'], [404, 'Rui', 'done']]).toContainEqual([saved.statusCode, addDriver?.name ?? null, after])
      expect((await renter.fleet()).reservation.extras.find(({ extraID }) => extraID === 'ADDDRV')?.isAccepted).toBe(addDriver !== null)
    }
  })

  it('a code that is asked for while the renter ends the link waits for the reservation before it holds the link, so that neither waits for what the other holds', async () => {
    const { renter, invitee } = await anInvitation(api, 'IL1')
    const [holds, goOn] = [Promise.withResolvers<undefined>(), Promise.withResolvers<undefined>()]
    const ended = api.database.withTenant('costaverde', async (transaction) => {
      await lockReservation(transaction, 'costaverde', renter.id)
      holds.resolve(undefined)
      await goOn.promise
      await endInvitations(transaction, 'costaverde', renter.id)
    })
    await holds.promise
    const asked = invitee.code('late@example.com')
    await expect.poll(async () => (await api.asAdmin('select 1 from pg_stat_activity where wait_event_type = \'Lock\' and datname = current_database()')).length).toBeGreaterThan(0)
    // Held here, it would be what the renter waits for.
    expect(await api.asAdmin(`select 1 from driver_invitation where reservation_id = '${renter.id}' for update nowait`)).toHaveLength(1)
    goOn.resolve(undefined)
    await ended
    expect([codeOf(await asked), await mailTo(api, 'late@example.com')]).toEqual(['404 LinkUnknown', null])
  })

  it('neither address stands clear in the database once the mails left, and what is erased takes the invitation along', async () => {
    const { renter } = await proved('IA14')
    const rows = await api.asAdmin(`select sealed_email from driver_invitation where reservation_id = '${renter.id}'`)
    expect(rows.some(({ sealed_email: sealed }) => (sealed as Buffer).includes('example'))).toBe(false)
    await api.fleet('costaverde', 'DELETE', '/reservations/IA14/personal-data')
    expect(await api.asAdmin(`select id from driver_invitation where reservation_id = '${renter.id}'`)).toEqual([])
  })
})
