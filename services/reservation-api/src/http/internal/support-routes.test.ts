import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { FoundReservation, RenterDetails, SupportState } from '@checkin/internal'
import { adminToken, aFleetReservation, wholeApi, type WholeApi } from '../../../test/fixtures/whole-api.fixture.ts'

let api: WholeApi

const email = 'jorg.mueller@example.com'
const driver = { name: 'Jörg', surname: 'Müller', birthDate: '1990-02-03', countryId: 620, email, mobileObj: { prefix: '351', phone: '912345678' }, address: 'Rua do Sol 1' }
beforeAll(async () => {
  api = await wholeApi()
  await api.stored('costaverde', 'S1', aFleetReservation({ customer: { name: 'Jörg', surname: 'Müller', email }, driver }))
  await api.stored('costaverde', 'S2', aFleetReservation({ customer: { name: 'Firma', surname: 'Sol Lda', email: null }, driver: { ...driver, surname: 'D\'Ávila-Costa' } }))
  await api.stored('alpen', 'S1', aFleetReservation({ customer: { name: 'Jörg', surname: 'Müller', email }, driver }))
})
afterAll(() => api.stop())

const ask = (method: 'GET' | 'POST', path: string, body?: object, headers: Record<string, string> = { authorization: `Bearer ${adminToken}`, 'x-checkin-actor': 'Sara' }) =>
  api.app.inject({ method, url: `/internal/v1/tenants/costaverde${path}`, headers, ...(body && { payload: body }) })
const find = async (by: string, value: string) => (await ask('POST', '/reservation-search', { by, value })).json<{ rows: FoundReservation[]; more: boolean }>()
const references = async (by: string, value: string) => (await find(by, value)).rows.map(({ reference }) => reference)
const readings = async (reference: string) => (await api.fleet('costaverde', 'GET', '/readings?limit=1000')).json<{ readings: { reference: string; reader: string; kind: string; item: string }[] }>().readings.filter((row) => row.reference === reference)
const mails = async (kind: string) => api.database.withTenant('costaverde', (transaction) => transaction.selectFrom('mail_outbox').select(['to_address', 'kind', 'language']).where('tenant_id', '=', 'costaverde').where('kind', '=', kind as 'code').where('state', '=', 'queued').execute())

/** Sends until the limits of a renter's own presses are reached (DEC-08, DEC-186). */
async function untilRefused(what: 'link' | 'code') {
  for (let times = 0; times < 70; times += 1) {
    const answer = await ask('POST', `/reservations/S1/support/${what}`)
    if (answer.statusCode !== 200) return answer
  }
  throw new Error('never refused')
}

describe('finding a reservation (DEC-328)', () => {
  it.each([['reference', 's1'], ['surname', 'müller'], ['surname', 'MUELLER'], ['surname', 'Muller'], ['email', 'JORG.mueller@example.com']])('by %s %s finds it', async (by, value) => {
    expect(await references(by, value)).toContain('S1')
  })

  it('finds a driver whose name has signs in it, and who is on file by the address alone, by its keyed hash', async () => {
    expect(await references('surname', 'davila costa')).toEqual(['S2'])
    expect(await references('email', email)).toEqual(['S1', 'S2'])
    expect(await api.asAdmin('select count(*)::int as clear from driver where email is not null')).toEqual([{ clear: 0 }])
  })

  it('finds nothing by a part, of another company or where nobody is known any more', async () => {
    expect([await references('surname', 'Mül'), await references('surname', '%'.repeat(3)), await references('reference', 'S3')]).toEqual([[], [], []])
    await api.stored('costaverde', 'S4', aFleetReservation({ customer: { name: 'Eva', surname: 'Gone', email: null } }))
    expect(await references('surname', 'Gone')).toEqual(['S4'])
    await api.fleet('costaverde', 'DELETE', '/reservations/S4/personal-data')
    expect([await references('surname', 'Gone'), await references('reference', 'S4')]).toEqual([[], []])
  })

  it('answers twenty at most, of the renter the first letter and the surname', async () => {
    for (let number = 0; number < 21; number += 1) await api.stored('costaverde', `M${number}`, aFleetReservation({ customer: { name: 'Ana', surname: 'Many', email: null } }))
    const { rows, more } = await find('surname', 'many')
    expect([rows.length, more, rows[0]?.renter]).toEqual([20, true, 'A. Many'])
    expect((await find('reference', 'S1')).rows).toEqual([{ reference: 'S1', renter: 'J. Müller', pickUpAt: '2031-05-02T10:30:00', pickUpPlace: 'Faro Airport', returnAt: '2031-05-07T10:00:00', state: 'untouched' }])
  })

  it('is nobody\'s without the admin token, and says nothing of who was looked for in the logs', async () => {
    expect((await ask('POST', '/reservation-search', { by: 'surname', value: 'Müller' }, {})).statusCode).toBe(401)
    expect(api.logs()).not.toMatch(/m[uü](e)?ller/i)
  })
})

describe('a reservation as support sees it (DEC-328)', () => {
  it('says what is done and what is missing, with masked ways to the renter and no card', async () => {
    const answer = await ask('GET', '/reservations/S1/support')
    const state = answer.json<SupportState>()
    expect(state).toMatchObject({ reference: 'S1', email: 'j•••@example.com', phone: '••••••• 78', termsAccepted: false, isCompleted: false, hasAgreement: false, agreement: null, waitsForCode: false })
    expect(state.money).toEqual({ currency: 'EUR', total: 279.55, paid: 100, due: 179.55 })
    expect(state.missing.complete.map(({ code }) => code)).toContain('TermsNotAccepted')
    expect(state.steps.find(({ viewTag }) => viewTag === 'paymentview')).toEqual({ viewTag: 'paymentview', isEnabled: true, isCompleted: false })
    expect(answer.body).not.toMatch(/4111 \*|912345678|jorg\.|1990-02-03|Rua do Sol/)
    expect(answer.headers['cache-control']).toBe('no-store')
  })

  it('shows who rents for a reason, and no document', async () => {
    expect((await ask('POST', '/reservations/S1/support/details', { reason: ' ' })).statusCode).toBe(400)
    const details = (await ask('POST', '/reservations/S1/support/details', { reason: 'calls about the address' })).json<RenterDetails>()
    expect(details.customer).toEqual({ name: 'Jörg', surname: 'Müller', email })
    expect(details.drivers).toEqual([{ role: 'main', name: 'Jörg', surname: 'Müller', birthDate: '1990-02-03', email, phone: '+351 912345678', given: ['address'] }])
    expect(details.readings[0]).toMatchObject({ reader: 'Sara at the console', kind: 'support', item: 'details: calls about the address' })
  })

  it('leaves each reading in the company\'s access log', async () => {
    const items = (await readings('S1')).map(({ reader, kind, item }) => `${reader} ${kind} ${item}`)
    expect(items).toEqual(expect.arrayContaining(['Sara at the console support found by surname', 'Sara at the console support found by email', 'Sara at the console support state', 'Sara at the console support details: calls about the address']))
    expect((await api.asAdmin('select reader from personal_data_reading where tenant_id = \'alpen\''))).toEqual([])
  })

  it.each([['GET', ''], ['POST', '/details'], ['POST', '/link'], ['POST', '/code']] as const)('is not there for %s %s of a reservation that the company has not', async (method, path) => {
    expect((await ask(method, `/reservations/NONE/support${path}`, method === 'POST' && path === '/details' ? { reason: 'calls' } : undefined)).json()).toMatchObject({ status: 404, code: 'ReservationNotFound' })
  })
})

describe('what support sends (DEC-328)', () => {
  it('is a link to the address on file, and not without end', async () => {
    expect((await ask('POST', '/reservations/S1/support/link')).json()).toMatchObject({ email: 'j•••@example.com' })
    expect(await mails('later-link')).toMatchObject([{ to_address: email }])
    const refused = await untilRefused('link')
    expect([refused.json<{ code: string }>().code, Number(refused.headers['retry-after']) > 0]).toEqual(['TooManyRequests', true])
    expect(await mails('later-link')).toHaveLength(1)
    expect((await ask('POST', '/reservations/S2/support/link')).json()).toMatchObject({ status: 409, code: 'NoAddress' })
    expect((await readings('S1')).filter(({ item }) => item === 'link').length).toBeGreaterThan(1)
  })

  it('is another code for the page that waits, in its renter\'s language, whose former code is void', async () => {
    expect((await ask('POST', '/reservations/S1/support/code')).json()).toMatchObject({ status: 409, code: 'NothingWaits' })
    const asked = await api.call('POST', '/api/reservation/lookup', { body: { reference: 'S1', surname: 'Müller', checkoutdate: '2031-05-02', mail: email }, headers: { 'accept-language': 'pt' } })
    expect(asked.statusCode).toBe(200)
    expect((await ask('GET', '/reservations/S1/support')).json<SupportState>()).toMatchObject({ waitsForCode: true, sessions: [{ level: 'pending', isOpen: true }] })
    const sent = await ask('POST', '/reservations/S1/support/code')
    expect(sent.json()).toEqual({ email: 'j•••@example.com', goodUntil: expect.any(String) as string })
    expect(await mails('code')).toEqual([{ to_address: email, kind: 'code', language: 'pt' }])
    expect(await api.asAdmin('select (voided_at is null) as good from login_code order by created_at')).toEqual([{ good: false }, { good: true }])
    expect((await untilRefused('code')).json()).toMatchObject({ code: 'TooManyRequests' })
  })
})
