import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { wholeApi, type WholeApi, aFleetReservation } from '../../test/fixtures/whole-api.fixture.ts'
import { mailTenant } from '../mail/mail-writer.ts'
import { unseal } from '../database/sealed-payload.ts'
import { aRenter, aTab } from '../../test/fixtures/renter.fixture.ts'
import { tenantById } from '../tenants/tenant-store.ts'
import { confirmationMail, ConfirmationPayload, confirmationWriter } from './confirmation-mail.ts'
import { completion } from './complete-reservation.ts'

let api: WholeApi
beforeAll(async () => { api = await wholeApi() })
afterAll(() => api.stop())

let count = 0
const renterOf = (change: Parameters<typeof aFleetReservation>[0] = {}, tenant = 'costaverde') => {
  count += 1
  return aRenter(api, `D${count}`, aFleetReservation(change), tenant)
}
const tenantOf = async (id: string) => {
  const tenant = await tenantById(api.database.kysely, id)
  if (!tenant) throw new Error('the tenant is there')
  return tenant
}
/** Confirmations that wait for a reservation's renter. */
async function waiting(reservationId: string) {
  const rows = await api.asAdmin(`select id, language, to_address, payload from mail_outbox where reservation_id = '${reservationId}' and kind = 'confirmation' order by created_at`)
  return rows.map((row) => ({
    language: row['language'], to: row['to_address'], payload: ConfirmationPayload.parse(unseal('code-secret-of-tests', String(row['id']), row['payload'] as Buffer)),
  }))
}
async function theOne(reservationId: string) {
  const [mail, ...others] = await waiting(reservationId)
  if (!mail || others.length > 0) throw new Error(`${others.length + (mail ? 1 : 0)} confirmations wait`)
  return mail
}
const occasion = async (language: 'en' | 'pt' | 'fr', reservationId: string) => ({ tenant: mailTenant(await tenantOf('costaverde'), { scheme: 'http', port: 4000 }), language, reservationId })

describe('completing', () => {
  it('queues one confirmation in the language of the page, with the link to pre-checkout; doing it again writes to nobody (PAY-37)', async () => {
    const renter = await renterOf()
    await renter.call('PUT', '/reservation', { reservation: { reservation: renter.number }, extras: [], hasClickedUpgrade: false, hasCompletedReservation: true }, { 'x-checkin-language': 'pt' })
    await renter.put({ completes: true })
    const { language, to, payload } = await theOne(renter.id)
    expect([language, to, payload.facts.totalMinor, payload.facts.dueMinor]).toEqual(['pt', 'maria.silva@example.com', 27_955, 17_955])
    const opened = await api.call('GET', `/api/reservation/resume/${payload.precheckoutToken ?? ''}`)
    expect(opened.statusCode).toBe(200)
  })
  it('has no link where pre-checkout is not possible', async () => {
    const renter = await renterOf({ isPrecheckoutEligible: false })
    await renter.put({ completes: true })
    expect((await theOne(renter.id)).payload.precheckoutToken).toBeNull()
  })
  it('writes to nobody when no address is known, and completes all the same', async () => {
    const renter = await renterOf({ customer: { name: 'Maria', surname: 'Silva', email: null } })
    expect((await renter.put({ completes: true })).statusCode).toBe(200)
    expect(await waiting(renter.id)).toEqual([])
  })
  it('by a settled payment speaks the language of the last mail (DEC-22)', async () => {
    const renter = await renterOf()
    await api.asAdmin(`insert into mail_outbox (tenant_id, id, kind, reservation_id, language, state, expires_at) values ('costaverde', gen_random_uuid(), 'code', '${renter.id}', 'fr', 'sent', now())`)
    const complete = completion({ mailSecret: 'code-secret-of-tests' })
    const tenant = await tenantOf('costaverde')
    const twice = await api.database.withTenant('costaverde', async (transaction) =>
      [await complete(transaction, tenant, renter.id, { sessionId: null, language: null }), await complete(transaction, tenant, renter.id, { sessionId: null, language: null })])
    expect(twice).toEqual([true, false])
    expect((await theOne(renter.id)).language).toBe('fr')
    expect((await renter.events()).filter(({ kind }) => kind === 'reservation.completed')).toHaveLength(1)
  })
})

describe('the confirmation', () => {
  it.each([['en', 'Your check-in is complete', 'Faro Airport'], ['pt', 'O seu check-in está concluído', 'Levantamento'], ['fr', 'Votre enregistrement est terminé', 'Prise en charge']] as const)(
    'says in %s what was agreed and how to go on', async (language, heading, word) => {
      const renter = await renterOf()
      await renter.put({ completes: true })
      const { payload } = await theOne(renter.id)
      const { subject, text, html } = confirmationMail(await occasion(language, renter.id), payload)
      expect(subject).toContain(renter.reference)
      for (const part of [heading, word, '€279.55', '€179.55', `http://costaverde.localhost:4000/precheckout/${payload.precheckoutToken}`]) {
        expect(text).toContain(part)
        expect(html).toContain(part)
      }
    })
  it('has no receipt where nothing was paid here (DEC-109)', async () => {
    const renter = await renterOf()
    await renter.put({ completes: true })
    const writer = confirmationWriter({ database: api.database, pdfs: api.documents.pdfs })
    expect((await writer.write(await occasion('en', renter.id), (await theOne(renter.id)).payload)).attachments ?? []).toEqual([])
  })
  it('is text wherever a name looks like markup', async () => {
    const renter = await renterOf({ customer: { name: '<b>', surname: 'Silva', email: 'm@example.com' }, checkOut: { dateAndTime: '2031-05-02T10:30', place: '<img src=x>', timeZone: 'Europe/Lisbon' } })
    await renter.put({ completes: true })
    expect(confirmationMail(await occasion('en', renter.id), (await theOne(renter.id)).payload).html).not.toContain('<img src=x>')
  })
})

describe('whether pre-checkout is possible (API-21)', () => {
  const check = (renter: Awaited<ReturnType<typeof renterOf>>, number = renter.number) => renter.call('POST', '/check-precheckout', { reservationNumber: number })
  it('200 brings the token of the entry, the same for a call that is made again', async () => {
    const renter = await renterOf()
    const [first, second] = [(await check(renter)).json<{ precheckoutToken: string }>(), (await check(renter)).json()]
    expect(second).toEqual(first)
    expect((await api.call('GET', `/api/reservation/resume/${first.precheckoutToken}`)).statusCode).toBe(200)
    expect(await api.asAdmin(`select token_hash from access_link where reservation_id = '${renter.id}'`)).toHaveLength(1)
  })
  it('a token that the company ended meanwhile stays ended, and another one is answered (DEC-350)', async () => {
    const renter = await renterOf()
    const tokenOf = async () => (await check(renter)).json<{ precheckoutToken: string }>().precheckoutToken
    const opens = async (token: string) => (await api.call('GET', `/api/reservation/resume/${token}`)).statusCode
    const first = await tokenOf()
    expect((await api.fleet('costaverde', 'DELETE', `/reservations/${renter.reference}/links`)).statusCode).toBe(204)
    const second = await tokenOf()
    expect([await opens(first), await opens(second)]).toEqual([404, 200])
  })
  it.each([['not allowed by the company', { isPrecheckoutEligible: false }], ['that has an agreement', { hasRentalAgreement: true }]])('404 for a reservation %s', async (_case, change) => {
    expect((await check(await renterOf(change))).json()).toMatchObject({ status: 404, code: 'NotEligible' })
  })
  it('404 for another reservation, and where the tenant has no pre-checkout', async () => {
    expect((await check(await renterOf(), '99999999')).statusCode).toBe(404)
    expect((await check(await renterOf({}, 'alpen'))).statusCode).toBe(404)
  })
})

describe('entering pre-checkout (API-14, DEC-61)', () => {
  const enter = (call: Awaited<ReturnType<typeof renterOf>>['call'], name: string) => call('GET', `/precheckout/${name}`)
  it('by the token fails without a session, and works with the one that the link opens', async () => {
    const renter = await renterOf()
    const { token } = (await api.fleet('costaverde', 'POST', '/links', { reference: renter.reference, purpose: 'precheckout' })).json<{ token: string }>()
    expect((await api.call('GET', `/api/precheckout/${token}`)).statusCode).toBe(401)
    const resumed = await api.call('GET', `/api/reservation/resume/${token}`)
    const cookie = (resumed.cookies as { value: string }[])[0]?.value ?? ''
    const again = await api.call('GET', `/api/precheckout/${token}`, { token: cookie })
    expect(again.json()).toMatchObject({ reservation: { reference: renter.reference } })
    // A link may be followed again, on the same device or another.
    expect((await api.call('GET', `/api/reservation/resume/${token}`)).statusCode).toBe(200)
  })
  it('by the guid stays in the session, for reloads', async () => {
    const renter = await renterOf()
    const answer = await enter(renter.call, renter.guid)
    expect([answer.statusCode, answer.cookies]).toEqual([200, []])
    expect(answer.json<{ sessionKey: string }>().sessionKey).toBe(renter.sessionKey)
  })
  it('goes on from the session that completed check-in in a new one of the same level, which may change things again (DEC-85)', async () => {
    const renter = await renterOf()
    await renter.put({ completes: true })
    const { precheckoutToken } = (await renter.call('POST', '/check-precheckout', { reservationNumber: renter.number })).json<{ precheckoutToken: string }>()
    const answer = await enter(renter.call, precheckoutToken)
    const token = (answer.cookies as { value: string }[])[0]?.value ?? ''
    expect((await enter(renter.call, renter.guid)).statusCode).toBe(401)
    const put = await api.call('PUT', '/api/reservation', { token, body: { reservation: { reservation: renter.number, vehicle: { groupId: 'C' } }, extras: [], hasClickedUpgrade: true, hasCompletedReservation: false } })
    expect(put.statusCode).toBe(200)
    expect((await api.call('GET', `/api/payment/${renter.number}/card`, { token })).statusCode).toBe(200)
  })
  it.each(['expired', 'revoked', 'of another reservation', 'of another tenant', 'that nobody made'])('a token %s answers the same 404', async (which) => {
    const [renter, other] = [await renterOf(), await renterOf()]
    const link = async (reference: string, tenant = 'costaverde') => (await api.fleet(tenant, 'POST', '/links', { reference, purpose: 'precheckout' })).json<{ token: string }>().token
    const foreign = await renterOf({}, 'alpen')
    const token = which === 'of another reservation' ? await link(other.reference) : which === 'of another tenant' ? await link(foreign.reference, 'alpen') : which === 'that nobody made' ? 'A'.repeat(43) : await link(renter.reference)
    if (which === 'expired') await api.asAdmin(`update access_link set expires_at = now() - interval '1 second' where reservation_id = '${renter.id}'`)
    if (which === 'revoked') await api.asAdmin(`update access_link set revoked_at = now() where reservation_id = '${renter.id}'`)
    const { requestId: _id, ...body } = (await enter(renter.call, token)).json<{ requestId: string }>()
    expect(body).toEqual({ data: null, status: 404, title: 'There is no such reservation', code: 'ReservationNotFound' })
  })
  it('a second tab with another reservation does not open this one', async () => {
    const [renter, other] = [await renterOf(), await renterOf()]
    const tab = await aTab(api, other, other.reference)
    expect((await enter(tab.call, renter.guid)).statusCode).toBe(404)
  })
})
