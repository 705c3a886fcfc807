import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTicketLink } from '../src/checkin/ticket/ticket-link.ts'
import { openInvitation } from '../src/drivers/invitation/invitation-store.ts'
import { createLink } from '../src/identity/link-store.ts'
import { loadReservation } from '../src/reservations/reservation-store.ts'
import { aBrowser } from './fixtures/invited-driver.fixture.ts'
import { wholeApi, type WholeApi } from './fixtures/whole-api.fixture.ts'

let api: WholeApi
beforeAll(async () => { api = await wholeApi() })
afterAll(() => api.stop())

const mailed = async (reference: string): Promise<string> => (await api.fleet('costaverde', 'POST', '/links', { reference, purpose: 'verify' })).json<{ token: string }>().token
const opens = async (guid: string): Promise<number> => (await api.call('POST', '/api/reservation/resume', { body: { guid } })).statusCode
const revoked = async (reference: string, tenant = 'costaverde'): Promise<number> => (await api.fleet(tenant, 'DELETE', `/reservations/${reference}/links`)).statusCode
/** The link of a reservation's ticket, as the end of check-in makes it. */
const ticketOf = (id: string): Promise<string> => api.database.withTenant('costaverde', async (transaction) => {
  const stored = await loadReservation(transaction, 'costaverde', { id })
  if (!stored) throw new Error('the reservation is there')
  return createTicketLink(transaction, stored.row, 'code-secret-of-tests')
})

describe('links of a reservation that the company ends (API-111, DEC-350)', () => {
  it('open nothing any more, nor does the ticket or its calendar file; a new one opens it', async () => {
    const { id } = await api.stored('costaverde', 'RL1')
    const [link, ticket] = [await mailed('RL1'), await ticketOf(id)]
    const calendar = async () => (await api.call('GET', `/api/ticket/${ticket}/calendar.ics`)).statusCode
    expect([await opens(link), await calendar()]).toEqual([200, 200])
    expect([await revoked('RL1'), await revoked('RL1')]).toEqual([204, 204])
    expect([await opens(link), await calendar()]).toEqual([404, 404])
    expect(await opens(await mailed('RL1'))).toBe(200)
  })

  it('are those of that reservation and company alone', async () => {
    for (const reference of ['RL2', 'RL3']) await api.stored('costaverde', reference)
    const [one, other] = [await mailed('RL2'), await mailed('RL3')]
    expect([await revoked('RL2', 'alpen'), await revoked('NOBODY'), await revoked('RL3')]).toEqual([404, 404, 204])
    expect([await opens(one), await opens(other)]).toEqual([200, 404])
  })

  it('are also those to pre-checkout and to finish later, and the invitation of a driver', async () => {
    const { id: reservationId } = await api.stored('costaverde', 'RL5')
    const precheckout = (await api.fleet('costaverde', 'POST', '/links', { reference: 'RL5', purpose: 'precheckout' })).json<{ token: string }>().token
    const [later, invitation] = await api.database.withTenant('costaverde', async (transaction) => {
      const { token } = await createLink(transaction, { tenantId: 'costaverde', reservationId, purpose: 'later', returnDate: '2031-05-07', timeZone: 'Europe/Lisbon' })
      const invited = await openInvitation(transaction, { tenantId: 'costaverde', reservationId, hours: 24, to: null, seal: () => Buffer.alloc(0) })
      return [token, invited?.token ?? ''] as const
    })
    const all = async () => [await opens(precheckout), await opens(later), (await aBrowser(api, invitation).open()).statusCode]
    expect(await all()).toEqual([200, 200, 200])
    expect(await revoked('RL5')).toBe(204)
    expect(await all()).toEqual([404, 404, 404])
  })

  it('are not asked of a reservation that is erased', async () => {
    await api.stored('costaverde', 'RL6')
    expect((await api.fleet('costaverde', 'DELETE', '/reservations/RL6/personal-data')).statusCode).toBe(204)
    expect(await revoked('RL6')).toBe(404)
  })
})

it('what a ticket\'s address answers is kept by no cache and named to nobody as where one came from (ASVS 14.2.1)', async () => {
  const { id } = await api.stored('costaverde', 'RL4')
  const { headers } = await api.call('GET', `/api/ticket/${await ticketOf(id)}/calendar.ics`)
  expect(headers).toMatchObject({ 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' })
})
