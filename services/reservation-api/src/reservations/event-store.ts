import type { Transaction } from 'kysely'
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
 * Appends an event for the company's system, in the transaction in which it happens. Call it last: it holds the tenant's counter until the
 * commit, which keeps the feed in order.
 */
export const appendEvent = (transaction: Transaction<Tables>, { tenantId, ...event }: NewEvent): Promise<void> => appendEvents(transaction, tenantId, [event])

/** The same with several of one tenant, in this order. */
export async function appendEvents(transaction: Transaction<Tables>, tenantId: string, events: readonly Omit<NewEvent, 'tenantId'>[]): Promise<void> {
  const { last_number: last } = await transaction.insertInto('fleet_event_counter').values({ tenant_id: tenantId, last_number: events.length })
    .onConflict((conflict) => conflict.column('tenant_id').doUpdateSet((eb) => ({ last_number: eb('fleet_event_counter.last_number', '+', events.length) })))
    .returning('last_number').executeTakeFirstOrThrow()
  await transaction.insertInto('fleet_event').values(events.map(({ kind, reservationId, reference, data }, at) => ({
    tenant_id: tenantId, number: last - events.length + 1 + at, kind, reservation_id: reservationId, reference, data: JSON.stringify(data),
  }))).execute()
}

/** Events after a given one, oldest first. */
export async function eventsAfter(transaction: Transaction<Tables>, tenantId: string, after: number, limit: number): Promise<readonly FleetEvent[]> {
  const rows = await transaction.selectFrom('fleet_event').where('tenant_id', '=', tenantId).where('number', '>', after)
    .orderBy('number').limit(limit).select(['number', 'kind', 'reference', 'data', 'occurred_at']).execute()
  return rows.map((row) => ({ id: String(row.number), kind: row.kind, reference: row.reference, occurredAt: row.occurred_at.toISOString(), data: row.data }))
}
