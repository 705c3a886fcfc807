import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Transaction } from 'kysely'
import { wholeApi, type WholeApi } from '../../test/fixtures/whole-api.fixture.ts'
import { appendEvent, appendEvents, asWritten, eventsAfter, numberEvents, type FleetEvent } from './event-store.ts'
import type { Tables } from '../tables.ts'

let api: WholeApi
beforeAll(async () => { api = await wholeApi() })
afterAll(() => api.stop())

const kind = 'reservation.stored'
interface Appended { readonly id: string; readonly reference: string }
type Work = (transaction: Transaction<Tables>) => Promise<unknown>
const appends = (tenantId: string, { id, reference }: Appended): Work => (transaction) => appendEvent(transaction, { tenantId, reservationId: id, reference, kind, data: {} })
/** Does all of it in one transaction, which ends after the last. */
const within = (tenantId: string, ...work: readonly Work[]) => api.database.withTenant(tenantId, async (transaction) => { for (const each of work) await each(transaction) })
const reservationOf = async (tenantId: string, reference: string): Promise<Appended> => ({ reference, id: (await api.stored(tenantId, reference)).id })
const waiting = async (): Promise<unknown> => (await api.asAdmin("select count(*)::int as n from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()"))[0]?.['n']
const feed = async (tenantId: string, after = 0): Promise<readonly FleetEvent[]> => (await api.fleet(tenantId, 'GET', `/events?after=${after}&limit=1000`)).json<{ events: FleetEvent[] }>().events
const lastOf = async (tenantId: string): Promise<number> => Number((await feed(tenantId)).at(-1)?.id ?? 0)
const numbersAndReferences = async (tenantId: string, after: number) => (await feed(tenantId, after)).map(({ id, reference }) => [Number(id) - after, reference])

describe('what a company is told (REL-18, DEC-363)', () => {
  it('lets nobody wait who tells of something, of another company or of this one, until anybody\'s end', async () => {
    const [first, second, foreign] = [await reservationOf('costaverde', 'ROW1'), await reservationOf('costaverde', 'ROW2'), await reservationOf('alpen', 'ROW3')]
    const { token } = await api.session('costaverde', first.id)
    const after = await lastOf('costaverde')
    // All of it ends before the first one does: it would wait for ever if it waited for that one.
    await within('costaverde', appends('costaverde', first), async () => {
      await within('alpen', appends('alpen', foreign))
      await within('costaverde', appends('costaverde', second))
      expect((await api.fleet('costaverde', 'PUT', '/reservations/ROW4', (await api.fleet('costaverde', 'GET', '/reservations/ROW2')).json<{ reservation: object }>().reservation)).statusCode).toBe(201)
      expect((await api.call('PUT', '/api/draft', { token, body: { form: 'driver-contact/main', texts: { email: 'a@example.com' } } })).statusCode).toBe(200)
      expect(await numbersAndReferences('costaverde', after)).toEqual([[1, 'ROW2'], [2, 'ROW4']])
    })
    expect(await numbersAndReferences('costaverde', after)).toEqual([[1, 'ROW2'], [2, 'ROW4'], [3, 'ROW1']])
  })

  it('is in its feed at once, in the order in which it was written', async () => {
    const [one, other] = [await reservationOf('costaverde', 'AT-ONCE1'), await reservationOf('costaverde', 'AT-ONCE2')]
    const after = await lastOf('costaverde')
    await within('costaverde', (transaction) => appendEvents(transaction, 'costaverde', [other, one, other].map(({ id, reference }) => ({ reservationId: id, reference, kind, data: {} }))))
    await within('costaverde', appends('costaverde', one))
    expect(await numbersAndReferences('costaverde', after)).toEqual([[1, 'AT-ONCE2'], [2, 'AT-ONCE1'], [3, 'AT-ONCE2'], [4, 'AT-ONCE1']])
  })

  it('is numbered by one reader at a time: another waits, and finds what was committed meanwhile too', async () => {
    const [one, other] = [await reservationOf('costaverde', 'TURN1'), await reservationOf('costaverde', 'TURN2')]
    const after = await lastOf('costaverde')
    await within('costaverde', appends('costaverde', one))
    let second: Promise<unknown> = Promise.resolve()
    await within('costaverde', (transaction) => numberEvents(transaction, 'costaverde'), async () => {
      second = numbersAndReferences('costaverde', after)
      await expect.poll(waiting).toBe(1)
      await within('costaverde', appends('costaverde', other))
    })
    expect(await second).toEqual([[1, 'TURN1'], [2, 'TURN2']])
  })

  it('has no number that is seen before its transaction ends, and none is lost with a reader that dies', async () => {
    const appended = await reservationOf('costaverde', 'DIES')
    const after = await lastOf('costaverde')
    await within('costaverde', appends('costaverde', appended))
    await expect(within('costaverde', (transaction) => numberEvents(transaction, 'costaverde'), async (transaction) => {
      expect(await eventsAfter(transaction, 'costaverde', after, 10)).toHaveLength(1)
      expect(await api.database.withTenant('costaverde', (reading) => eventsAfter(reading, 'costaverde', after, 10))).toEqual([])
      throw new Error('the reader dies')
    })).rejects.toThrow('the reader dies')
    expect(await numbersAndReferences('costaverde', after)).toEqual([[1, 'DIES']])
  })

  it('is numbered a part at a time, and a reader who goes on has all of it', async () => {
    const { id, reference } = await reservationOf('alpen', 'MANY')
    const after = await lastOf('alpen')
    await api.asAdmin(`insert into fleet_event (tenant_id, kind, reservation_id, reference, data) select 'alpen', '${kind}', '${id}', '${reference}', '{}' from generate_series(1, 5001)`)
    await feed('alpen', after)
    expect(await api.asAdmin("select count(*)::int as n from fleet_event where tenant_id = 'alpen' and number < 0")).toEqual([{ n: 1 }])
    let last = after
    for (let page = await feed('alpen', last); page.length > 0; page = await feed('alpen', last)) {
      expect(page.map((event) => Number(event.id))).toEqual(page.map((_, at) => last + 1 + at))
      last += page.length
    }
    expect(last).toBe(after + 5001)
  })
  it('stands in the order in which it was written for who reads one reservation, with its number or before', async () => {
    const appended = await reservationOf('alpen', 'ORDER')
    const appendsAs = (what: string): Work => (transaction) => appendEvent(transaction, { tenantId: 'alpen', reservationId: appended.id, reference: appended.reference, kind, data: { what } })
    await within('alpen', appendsAs('first'))
    await feed('alpen')
    // Numbers of a company may be higher than what any waits with.
    await api.asAdmin(`update fleet_event set number = number + 1000000 where tenant_id = 'alpen' and data ->> 'what' = 'first'`)
    await within('alpen', appendsAs('second'), appendsAs('third'))
    const read = await api.database.withTenant('alpen', (transaction) => transaction.selectFrom('fleet_event').where('tenant_id', '=', 'alpen').where('reservation_id', '=', appended.id).orderBy(asWritten).select('data').execute())
    expect(read.flatMap(({ data }) => data['what'] ?? [])).toEqual(['first', 'second', 'third'])
  })
})
