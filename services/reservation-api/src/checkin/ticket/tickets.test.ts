import type { Ticket } from '@checkin/api/ticket'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { aRenter } from '../../../test/fixtures/renter.fixture.ts'
import { aFleetReservation, anExtra, wholeApi, type WholeApi } from '../../../test/fixtures/whole-api.fixture.ts'
import { unseal } from '../../database/sealed-payload.ts'
import { mailTenant } from '../../mail/mail-writer.ts'
import { tenantById } from '../../tenants/tenant-store.ts'
import { confirmationMail, ConfirmationPayload } from '../confirmation-mail.ts'

let api: WholeApi
beforeAll(async () => { api = await wholeApi() })
afterAll(() => api.stop())

let count = 0
let addresses = 0
type Change = Parameters<typeof aFleetReservation>[0]
/** A renter who completed check-in, and the token of the ticket in the confirmation. */
async function completed(change: Change = {}) {
  count += 1
  const renter = await aRenter(api, `TK${count}`, aFleetReservation(change))
  expect((await renter.put({ completes: true })).statusCode).toBe(200)
  const [row] = await api.asAdmin(`select id, payload from mail_outbox where reservation_id = '${renter.id}' and kind = 'confirmation'`)
  const payload = ConfirmationPayload.parse(unseal('code-secret-of-tests', String(row?.['id']), row?.['payload'] as Buffer))
  return { renter, payload, token: payload.ticketToken ?? '' }
}
const get = (path: string, { host = 'costaverde.localhost:4000', address = `203.0.113.${addresses += 1}` } = {}) => api.call('GET', `/api/ticket/${path}`, { host, headers: { 'x-checkin-client': address } })
const codeOf = (answer: { statusCode: number; json: () => unknown }) => `${answer.statusCode} ${(answer.json() as { code?: string }).code ?? ''}`.trim()
const companyPuts = (reference: string, change: Change) => api.fleet('costaverde', 'PUT', `/reservations/${reference}`, aFleetReservation(change))
const moved = { checkOut: { dateAndTime: '2031-05-02T14:45', place: 'Lisbon Airport', timeZone: 'Europe/Lisbon' } }

describe('the ticket of a completed check-in (DEC-206)', () => {
  it('is in the confirmation, and shows without a session what the renter needs at the counter (API-52, DEC-206)', async () => {
    const { payload, renter, token } = await completed()
    const tenant = await tenantById(api.database.kysely, 'costaverde')
    if (!tenant) throw new Error('the tenant is there')
    expect(confirmationMail({ tenant: mailTenant(tenant, { scheme: 'http', port: 4000 }), language: 'pt' }, payload).text).toContain(`http://costaverde.localhost:4000/ticket/${token}`)
    const answer = await get(token)
    expect([answer.statusCode, answer.headers['cache-control'], answer.cookies]).toEqual([200, 'no-store', []])
    const ticket = answer.json<Ticket>()
    expect(ticket).toMatchObject({ reference: renter.reference, pickUp: { timeZone: 'Europe/Lisbon' }, currency: 'EUR', total: 279.55, due: 179.55, papers: [] })
    expect(ticket.changes.map(({ by, what, total }) => [by, what, total])).toEqual([['company', 'booked', null], ['renter', 'completed', 279.55]])
  })

  it('says of a person the first name and nothing else (DEC-206)', async () => {
    const { token } = await completed({
      customer: { name: 'Canaryname', surname: 'Canarysurname', email: 'canary@example.com' },
      driver: { name: 'Ana', surname: 'Canarysurname', email: 'canary@example.com', address: 'Canary street 1', document: { idType: 'passport', id: 'CANARY123' } },
    })
    const answer = await get(token)
    expect(answer.json<Ticket>().drivers).toEqual([{ firstName: 'Ana', passport: true }])
    expect(answer.body.toLowerCase()).not.toContain('canary')
  })

  it('shows what the company changes, at the same link, which is good until seven days after the new return (DEC-206)', async () => {
    const { renter, token } = await completed()
    const before = (await get(token)).json<Ticket>()
    expect((await companyPuts(renter.reference, { ...moved, checkIn: { dateAndTime: '2031-06-20T09:00', place: 'Faro Airport', timeZone: 'Europe/Lisbon' } })).statusCode).toBe(200)
    const after = (await get(token)).json<Ticket>()
    expect([after.pickUp.place, after.pickUp.dateAndTime, after.version > before.version]).toEqual(['Lisbon Airport', '2031-05-02T14:45', true])
    expect(after.changes.at(-1)).toMatchObject({ by: 'company', what: 'changed' })
    expect(await api.asAdmin(`select to_char(expires_at at time zone 'Europe/Lisbon', 'YYYY-MM-DD HH24:MI') as until from access_link where purpose = 'ticket' and reservation_id = '${renter.id}'`))
      .toEqual([{ until: '2031-06-28 00:00' }])
  })

  it('says what the company changed, with the total before and after by the prices of the server (API-52, DEC-263)', async () => {
    const { renter, token } = await completed()
    const { vehicle, extras = [] } = aFleetReservation()
    const lastChange = async () => (await get(token)).json<Ticket>().changes.at(-1)
    await companyPuts(renter.reference, { extras: [...extras, anExtra('EXPENSIVE', { value: 10, taxRate: 0, isAccepted: true })] })
    const dearer = (await get(token)).json<Ticket>()
    expect(dearer.total).toBeGreaterThan(279.55)
    expect(dearer.changes.at(-1)).toMatchObject({ by: 'company', what: 'changed', totalBefore: 279.55, total: dearer.total, changed: ['price'] })
    await companyPuts(renter.reference, moved)
    expect(await lastChange()).toMatchObject({ totalBefore: dearer.total, total: 279.55, changed: ['price', 'period', 'place'] })
    await companyPuts(renter.reference, { ...moved, vehicle: { ...vehicle, vehicle: 'Fiat 500' } })
    expect(await lastChange()).toMatchObject({ totalBefore: 279.55, total: 279.55, changed: ['vehicle'] })
  })

  it('shows a change of which an earlier release wrote down no total as it did (API-52, DEC-263)', async () => {
    const { renter, token } = await completed()
    await companyPuts(renter.reference, moved)
    await api.asAdmin(`update fleet_event set data = '{"created": false, "rowVersion": 3}' where kind = 'reservation.stored' and (data ->> 'created') = 'false' and reservation_id = '${renter.id}'`)
    const { at, ...change } = (await get(token)).json<Ticket>().changes.at(-1) ?? {}
    expect([typeof at, change]).toEqual(['string', { by: 'company', what: 'changed', total: null }])
  })

  it.each(['expired', 'revoked', 'of another tenant', 'whose personal data were deleted', 'of a link for something else', 'that nobody made', 'that is none'])('a token %s answers the same 404 (API-52)', async (which) => {
    const { renter, token, payload } = await completed()
    if (which === 'expired') await api.asAdmin(`update access_link set expires_at = now() - interval '1 second' where reservation_id = '${renter.id}'`)
    if (which === 'revoked') await api.asAdmin(`update access_link set revoked_at = now() where reservation_id = '${renter.id}'`)
    if (which === 'whose personal data were deleted') await api.fleet('costaverde', 'DELETE', `/reservations/${renter.reference}/personal-data`)
    const asked = which === 'that nobody made' ? 'A'.repeat(43) : which === 'of a link for something else' ? payload.precheckoutToken ?? '' : token
    const host = which === 'of another tenant' ? 'alpen.localhost:4000' : undefined
    const answer = await get(which === 'that is none' ? 'short' : asked, host === undefined ? {} : { host })
    if (which === 'that is none') expect(answer.statusCode).toBe(400)
    else expect(codeOf(answer)).toBe('404 LinkUnknown')
    expect(codeOf(await get(`${which === 'that is none' ? 'short' : asked}/calendar.ics`, host === undefined ? {} : { host }))).toBe('404 LinkUnknown')
  })

  it('opens no session, and is kept as a hash (DEC-206)', async () => {
    const { token } = await completed()
    expect(codeOf(await api.call('GET', `/api/reservation/resume/${token}`))).toBe('404 ReservationNotFound')
    const rows = await api.asAdmin("select token_hash from access_link where purpose = 'ticket'")
    expect(rows.some((row) => (row['token_hash'] as Buffer).toString('latin1').includes(token))).toBe(false)
  })

  it('pauses an address that tries tokens, and nobody else (API-52)', async () => {
    const { token } = await completed()
    const address = '198.51.100.77'
    const answers: string[] = []
    for (let at = 0; at < 30 && !answers.includes('429 TooManyRequests'); at += 1) answers.push(codeOf(await get('B'.repeat(43), { address })))
    expect(answers.at(-1)).toBe('429 TooManyRequests')
    expect((await get(token)).statusCode).toBe(200)
  })

  it('is made for nobody where the tenant has none (DEC-206)', async () => {
    const renter = await aRenter(api, 'TKALPEN', aFleetReservation(), 'alpen')
    await renter.put({ completes: true })
    expect(await api.asAdmin(`select id from access_link where purpose = 'ticket' and reservation_id = '${renter.id}'`)).toEqual([])
  })
})

describe('the calendar file of a ticket (API-53, DEC-207)', () => {
  it('is the one that the end of check-in leads to: the same entries there and, with a higher SEQUENCE, in the mail after the company’s change (DEC-281, API-13)', async () => {
    const { renter, token } = await completed()
    const loaded = await renter.call('GET', `/reservation/${renter.guid}`)
    expect(loaded.json<{ ticketCalendar: string }>().ticketCalendar).toBe(`/ticket/${token}/calendar.ics`)
    const entries = async () => {
      const file = (await get(`${token}/calendar.ics`)).body
      return { ids: file.match(/^UID:.*$/gm), sequence: Number(/^SEQUENCE:(\d+)/m.exec(file)?.[1]) }
    }
    const [before] = [await entries(), await companyPuts(renter.reference, moved)]
    const after = await entries()
    expect([after.ids, before.ids?.length, after.sequence > before.sequence]).toEqual([before.ids, 2, true])
  })

  it('is named to nobody but who completed the check-in or proved a code, not by a ticket that is over, and not where the tenant has none (DEC-281, DEC-77)', async () => {
    const { renter } = await completed()
    const answerOf = (token?: string) => (token === undefined ? renter.call('GET', `/reservation/${renter.guid}`) : api.call('GET', `/api/reservation/${renter.guid}`, { token }))
    const named = async (token?: string) => {
      const answer = await answerOf(token)
      expect(answer.statusCode).toBe(200)
      return answer.json<{ ticketCalendar?: string }>().ticketCalendar
    }
    const link = await api.session('costaverde', renter.id, 'link')
    expect(await named()).toMatch(/calendar\.ics$/)
    expect(await named(link.token)).toBeUndefined()
    await api.asAdmin(`update access_link set token_hash = sha256('of another secret') where purpose = 'ticket' and reservation_id = '${renter.id}'`)
    expect(await named()).toBeUndefined()
    await api.asAdmin(`update access_link set revoked_at = now() where purpose = 'ticket' and reservation_id = '${renter.id}'`)
    expect(await named()).toBeUndefined()
  })

  const linesOf = async (token: string, language = 'en') => {
    const answer = await get(`${token}/calendar.ics?language=${language}`)
    expect([answer.statusCode, answer.headers['content-type']]).toEqual([200, 'text/calendar; charset=utf-8'])
    return answer.body.replaceAll('\r\n ', '').split('\r\n')
  }
  const having = (lines: readonly string[], start: string) => lines.filter((line) => line.startsWith(start))

  it('has pick-up and return on the clock of their places, with the definition of the zone and two reminders each (API-53, DEC-207)', async () => {
    const { token } = await completed(moved)
    const lines = await linesOf(token)
    expect(having(lines, 'DTSTART;TZID=')[0]).toBe('DTSTART;TZID=Europe/Lisbon:20310502T144500')
    expect([having(lines, 'BEGIN:VTIMEZONE').length, having(lines, 'TZID:'), having(lines, 'BEGIN:VEVENT').length]).toEqual([1, ['TZID:Europe/Lisbon'], 2])
    expect(having(lines, 'TRIGGER')).toEqual(['TRIGGER:-P1D', 'TRIGGER:-PT2H', 'TRIGGER:-P1D', 'TRIGGER:-PT2H'])
  })

  it('keeps its UIDs and raises SEQUENCE when the company changes the time, so that calendars move the entry (DEC-207)', async () => {
    const { renter, token } = await completed()
    const before = await linesOf(token)
    await companyPuts(renter.reference, moved)
    const after = await linesOf(token)
    expect(having(after, 'UID')).toEqual(having(before, 'UID'))
    const sequence = (lines: readonly string[]) => Number(having(lines, 'SEQUENCE')[0]?.split(':')[1])
    expect(sequence(after)).toBeGreaterThan(sequence(before))
  })

  it('speaks the language of the page (DEC-207)', async () => {
    const { token } = await completed()
    expect(having(await linesOf(token, 'pt'), 'SUMMARY')[0]).toBe('SUMMARY:Levantar o carro\\, Costa Verde')
  })
})
