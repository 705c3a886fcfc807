import { sql, type Transaction } from 'kysely'
import type { FleetEventKind, Tables } from './tables.ts'

export interface NewEvent {
  readonly tenantId: string
  readonly reservationId: string
  readonly reference: string
  readonly kind: FleetEventKind
  /** Facts for the company's system; nothing personal, the reservation itself has that. */
  readonly data: Readonly<Record<string, unknown>>
}

export interface FleetEvent {
  /** Grows with every event of the tenant, without gaps. */
  readonly id: string
  readonly kind: FleetEventKind
  readonly reference: string
  readonly occurredAt: string
  readonly data: Readonly<Record<string, unknown>>
}

/**
 * Appends an event for the company's system, in the transaction in which it happens. It gets its number after the commit (`numberEvents`), so nobody waits for
 * anybody. Of two events the one whose transaction ended before the other's began comes first; whoever holds the reservation's row until its end has that order too.
 */
export const appendEvent = (transaction: Transaction<Tables>, { tenantId, ...event }: NewEvent): Promise<void> => appendEvents(transaction, tenantId, [event])

/** The same with several of one tenant, in this order. */
export async function appendEvents(transaction: Transaction<Tables>, tenantId: string, events: readonly Omit<NewEvent, 'tenantId'>[]): Promise<void> {
  await transaction.insertInto('fleet_event').values(events.map(({ kind, reservationId, reference, data }) => ({
    tenant_id: tenantId, kind, reservation_id: reservationId, reference, data: JSON.stringify(data),
  }))).execute()
}

/** The order in which events were written, whether or not they have their number: those without one have a negative one, and come last. */
export const asWritten = sql`(number < 0, abs(number))`

/** Numbers that are given at most at once, so that nobody waits long; more than a reader gets at once. */
const mostNumbered = 5000

/**
 * Gives the events of a tenant that were committed without a number the next ones, in the order in which they were written. Whoever reads by number calls this
 * first. Numbers have no gaps, and none is seen before a lower one: the counter's row is held until they are committed. Answers whether there may be more.
 */
export async function numberEvents(transaction: Transaction<Tables>, tenantId: string): Promise<boolean> {
  const own = transaction.selectFrom('fleet_event').where('tenant_id', '=', tenantId).where('number', '<', 0)
  if (!await own.select('number').limit(1).executeTakeFirst()) return false
  const { last_number: last } = await transaction.insertInto('fleet_event_counter').values({ tenant_id: tenantId, last_number: 0 })
    .onConflict((conflict) => conflict.column('tenant_id').doUpdateSet((eb) => ({ last_number: eb.ref('fleet_event_counter.last_number') })))
    .returning('last_number').executeTakeFirstOrThrow()
  // A statement of its own: it sees what was committed while the counter was waited for.
  const { count } = await transaction.with('waiting', () => own.select(['number as written', sql<number>`row_number() over (order by number desc)`.as('place')]).orderBy('number', 'desc').limit(mostNumbered))
    .with('numbered', (queries) => queries.updateTable('fleet_event').from('waiting').where('tenant_id', '=', tenantId).whereRef('number', '=', 'waiting.written')
      .set({ number: sql<number>`${last}::bigint + waiting.place` }).returning('number'))
    .selectFrom('numbered').select((eb) => eb.fn.countAll<number>().as('count')).executeTakeFirstOrThrow()
  await transaction.updateTable('fleet_event_counter').where('tenant_id', '=', tenantId).set({ last_number: last + count }).execute()
  return count === mostNumbered
}

/** Events after a given one, oldest first; of those that have their number. */
export async function eventsAfter(transaction: Transaction<Tables>, tenantId: string, after: number, limit: number): Promise<readonly FleetEvent[]> {
  const rows = await transaction.selectFrom('fleet_event').where('tenant_id', '=', tenantId).where('number', '>', after)
    .orderBy('number').limit(limit).select(['number', 'kind', 'reference', 'data', 'occurred_at']).execute()
  return rows.map((row) => ({ id: String(row.number), kind: row.kind, reference: row.reference, occurredAt: row.occurred_at.toISOString(), data: row.data }))
}
