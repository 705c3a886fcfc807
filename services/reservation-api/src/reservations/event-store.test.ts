import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { wholeApi, type WholeApi } from '../../test/fixtures/whole-api.fixture.ts'
import { appendEvent, eventsAfter } from './event-store.ts'

let api: WholeApi
beforeAll(async () => { api = await wholeApi() })
afterAll(() => api.stop())

const kind = 'reservation.stored'
/** Tells of something in a transaction of its own, which then does `meanwhile` before it ends. */
async function appends(tenantId: string, reservation: { readonly id: string; readonly reference: string }, meanwhile: () => Promise<unknown> = () => Promise.resolve()): Promise<void> {
  await api.database.withTenant(tenantId, async (transaction) => {
    await appendEvent(transaction, { tenantId, reservationId: reservation.id, reference: reservation.reference, kind, data: {} })
    await meanwhile()
  })
}
const reservationOf = async (tenantId: string, reference: string) => ({ reference, id: (await api.stored(tenantId, reference)).id })
const waiting = async (): Promise<unknown> => (await api.asAdmin("select count(*)::int as n from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()"))[0]?.['n']

describe('the row that numbers the events of a company (REL-18)', () => {
  it('lets nobody of another company wait, and nobody of this one who has nothing to tell', async () => {
    const [first, foreign] = [await reservationOf('costaverde', 'ROW1'), await reservationOf('alpen', 'ROW2')]
    const { token } = await api.session('costaverde', first.id)
    // All of it ends before the first one does: it would wait for ever if it waited for that one's row.
    await appends('costaverde', first, async () => {
      await appends('alpen', foreign)
      expect((await api.fleet('costaverde', 'GET', '/reservations/ROW1')).statusCode).toBe(200)
      expect((await api.fleet('costaverde', 'GET', '/events')).statusCode).toBe(200)
      expect((await api.call('PUT', '/api/draft', { token, body: { form: 'driver-contact/main', texts: { email: 'a@example.com' } } })).statusCode).toBe(200)
    })
  })

  it('lets those of one company wait for each other until the other one\'s end, so that no number is seen before a lower one', async () => {
    const [one, other] = [await reservationOf('costaverde', 'ROW3'), await reservationOf('costaverde', 'ROW4')]
    const seen = () => api.database.withTenant('costaverde', (transaction) => eventsAfter(transaction, 'costaverde', 0, 1000))
    const before = (await seen()).length
    let second: Promise<void> = Promise.resolve()
    await appends('costaverde', one, async () => {
      second = appends('costaverde', other)
      await expect.poll(waiting, { timeout: 20_000 }).toBe(1)
      expect(await seen()).toHaveLength(before)
    })
    await second
    expect((await seen()).slice(before).map(({ id, reference }) => [Number(id), reference])).toEqual([[before + 1, 'ROW3'], [before + 2, 'ROW4']])
  })
})
