import { sql, type Transaction } from 'kysely'
import { eventsAfter, numberEvents, type FleetEvent } from '../reservations/event-store.ts'
import type { Tables } from '../tables.ts'

/** Events that a company's system is told now, in order, and by which try. */
export interface DueEvents {
  /** The last event that it acknowledged before. */
  readonly after: number
  readonly events: readonly [FleetEvent, ...FleetEvent[]]
  /** This try included. */
  readonly attempts: number
}

const most = 100
/** Longer than a try may last; whoever dies during one leaves the events to others after it. */
const leaseSeconds = 30

/**
 * Takes what is due for one try; nobody else gets it meanwhile. A company that has just given an address is told what happened from then on: once all that
 * happened before has its number.
 */
export async function takeDueEvents(transaction: Transaction<Tables>, tenantId: string): Promise<DueEvents | null> {
  const isMoreWaiting = await numberEvents(transaction, tenantId)
  if (!isMoreWaiting) await transaction.insertInto('fleet_event_delivery')
    .values({
      tenant_id: tenantId,
      delivered: sql<number>`(select coalesce(max(number), 0) from fleet_event where tenant_id = ${tenantId} and number > 0 and occurred_at
        < (select min(changed_at) from provider_account where tenant_id = ${tenantId} and kind = 'events'))`,
    })
    .onConflict((conflict) => conflict.column('tenant_id').doNothing()).execute()
  const taken = await transaction.updateTable('fleet_event_delivery').where('tenant_id', '=', tenantId).where('next_attempt_at', '<=', sql<Date>`now()`)
    .where((eb) => eb.exists(eb.selectFrom('fleet_event').select('number').where('fleet_event.tenant_id', '=', tenantId).whereRef('fleet_event.number', '>', 'fleet_event_delivery.delivered')))
    .set((eb) => ({ attempts: eb('attempts', '+', 1), next_attempt_at: sql<Date>`now() + make_interval(secs => ${leaseSeconds})` }))
    .returning(['delivered', 'attempts']).executeTakeFirst()
  if (!taken) return null
  const after = taken.delivered
  const [first, ...others] = await eventsAfter(transaction, tenantId, after, most)
  return first ? { after, events: [first, ...others], attempts: taken.attempts } : null
}

/** The company's system has these events: the next ones are due at once. */
export const acknowledgeEvents = async (transaction: Transaction<Tables>, tenantId: string, { after, events }: DueEvents): Promise<void> => {
  await transaction.updateTable('fleet_event_delivery').where('tenant_id', '=', tenantId).where('delivered', '=', after)
    .set({ delivered: Number(events.at(-1)?.id ?? after), attempts: 0, next_attempt_at: sql<Date>`now()`, failing_since: null, last_error: null }).execute()
}

/** It does not have them: they are told again after `seconds`. */
export const postponeEvents = async (transaction: Transaction<Tables>, tenantId: string, { after }: DueEvents, seconds: number, reason: string): Promise<void> => {
  await transaction.updateTable('fleet_event_delivery').where('tenant_id', '=', tenantId).where('delivered', '=', after).set({
    next_attempt_at: sql<Date>`now() + make_interval(secs => ${seconds})`, failing_since: sql<Date>`coalesce(failing_since, now())`, last_error: reason,
  }).execute()
}

/**
 * Has the company's system told everything after an event again, at once. Answers after which event telling goes on: never later than where it stood, so
 * that nothing is left out. Null for a company whose system was told nothing yet.
 */
export async function replayFrom(transaction: Transaction<Tables>, tenantId: string, after: number): Promise<number | null> {
  const row = await transaction.updateTable('fleet_event_delivery').where('tenant_id', '=', tenantId)
    .set({ delivered: sql<number>`least(delivered, ${after}::bigint)`, attempts: 0, next_attempt_at: sql<Date>`now()` }).returning('delivered').executeTakeFirst()
  return row?.delivered ?? null
}
