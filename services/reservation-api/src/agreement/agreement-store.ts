import { randomUUIDv7 } from 'node:crypto'
import { sql, type Insertable, type Selectable, type Transaction, type UpdateObject } from 'kysely'
import { over, moving, agreementMoves, type AgreementEvent } from './agreement-state.ts'
import type { AgreementFacts } from './agreement-facts.ts'
import { openAgreement, storedFacts, type AgreementRow } from './sealed-facts.ts'
import type { Tables } from './tables.ts'

export type { AgreementRow } from './sealed-facts.ts'
type Changes = UpdateObject<Tables, 'rental_agreement'>
type Open = Transaction<Tables>

type NewAgreement = Omit<Insertable<Tables['rental_agreement']>, 'id' | 'state' | 'facts' | 'sealed' | 'sealed_with'> & { readonly facts: AgreementFacts }

interface Named {
  readonly tenant_id: string
  readonly id: string
}

const opened = async (transaction: Open, row: Selectable<Tables['rental_agreement']> | undefined): Promise<AgreementRow | null> => (row ? openAgreement(transaction, row) : null)

/** Longer than any step may take: whoever holds an agreement works alone on it, and a dead one lets go of it by itself. */
const leaseSeconds = 15

/** The agreement that a reservation is about, if one is begun and not over. */
export const liveAgreement = async (transaction: Open, tenantId: string, reservationId: string): Promise<AgreementRow | null> =>
  opened(transaction, await transaction.selectFrom('rental_agreement').selectAll().where('tenant_id', '=', tenantId).where('reservation_id', '=', reservationId)
    .where('state', 'not in', over).executeTakeFirst())

/**
 * The agreement that one press of the renter began and that came to nothing, because of the card or because the rental changed: asked again, the press has no
 * second effect (DEC-48).
 */
export const endedAttempt = async (transaction: Open, tenantId: string, reservationId: string, key: string): Promise<AgreementRow | null> =>
  opened(transaction, await transaction.selectFrom('rental_agreement').selectAll().where('tenant_id', '=', tenantId).where('reservation_id', '=', reservationId)
    .where('begun_by', '=', key).where((eb) => eb.or([eb('state', '=', 'declined'), eb('outdated_at', 'is not', null)])).executeTakeFirst())

export const agreementById = async (transaction: Open, tenantId: string, id: string): Promise<AgreementRow | null> =>
  opened(transaction, await transaction.selectFrom('rental_agreement').selectAll().where('tenant_id', '=', tenantId).where('id', '=', id).executeTakeFirst())

/** By the token of its return address (DEC-77), or by that of the request before (DEC-141). */
export const agreementByReturn = async (transaction: Open, tenantId: string, tokenHash: Buffer): Promise<AgreementRow | null> =>
  opened(transaction, await transaction.selectFrom('rental_agreement').selectAll().where('tenant_id', '=', tenantId)
    .where((eb) => eb.or([eb('return_token_hash', '=', tokenHash), eb('former_return_hash', '=', tokenHash)])).executeTakeFirst())

export const agreementByProvider = async (transaction: Open, tenantId: string, providerId: string): Promise<AgreementRow | null> =>
  opened(transaction, await transaction.selectFrom('rental_agreement').selectAll().where('tenant_id', '=', tenantId).where('provider_id', '=', providerId).executeTakeFirst())

/** Begins an agreement; the caller holds the reservation's row. */
export async function insertAgreement(transaction: Open, { facts, ...agreement }: NewAgreement): Promise<AgreementRow> {
  const id = randomUUIDv7()
  return openAgreement(transaction, await transaction.insertInto('rental_agreement').values({ ...agreement, ...await storedFacts(transaction, id, facts), id, state: 'holding' }).returningAll().executeTakeFirstOrThrow())
}

/** Takes an agreement for one go; null while somebody else has it, or when there is nothing to go on with. */
export const takeAgreement = async (transaction: Open, { tenant_id: tenantId, id }: Named): Promise<AgreementRow | null> =>
  opened(transaction, await transaction.updateTable('rental_agreement').where('tenant_id', '=', tenantId).where('id', '=', id).where('state', 'in', moving)
    .where((eb) => eb.or([eb('leased_until', 'is', null), eb('leased_until', '<', sql<Date>`now()`)]))
    .set((eb) => ({ leased_until: sql<Date>`now() + make_interval(secs => ${leaseSeconds})`, attempts: eb('attempts', '+', 1) }))
    .returningAll().executeTakeFirst())

/** Lets go of an agreement; the worker looks at it again after so many seconds. */
export async function releaseAgreement(transaction: Open, { tenant_id: tenantId, id }: Named, afterSeconds: number): Promise<void> {
  await transaction.updateTable('rental_agreement').where('tenant_id', '=', tenantId).where('id', '=', id)
    .set({ leased_until: null, next_attempt_at: sql<Date>`now() + make_interval(secs => ${afterSeconds})` }).execute()
}

/** Agreements that nobody has and whose time has come. */
export const dueAgreements = (transaction: Open, tenantId: string, count: number): Promise<readonly Named[]> =>
  transaction.selectFrom('rental_agreement').where('tenant_id', '=', tenantId).where('state', 'in', moving).where('next_attempt_at', '<=', sql<Date>`now()`)
    .where((eb) => eb.or([eb('leased_until', 'is', null), eb('leased_until', '<', sql<Date>`now()`)]))
    .orderBy('next_attempt_at').limit(count).select(['tenant_id', 'id']).execute()

/**
 * Moves an agreement along the table of states, with what comes along. Null when it stands elsewhere by now: then nothing is changed, and
 * whoever asked looks again.
 */
export async function moveAgreement(transaction: Open, row: AgreementRow, event: AgreementEvent, changes: Changes = {}): Promise<AgreementRow | null> {
  const to = agreementMoves[row.state][event]
  if (to === undefined) return null
  return opened(transaction, await transaction.updateTable('rental_agreement').where('tenant_id', '=', row.tenant_id).where('id', '=', row.id).where('state', '=', row.state)
    .set({ ...changes, state: to, attempts: 0 }).returningAll().executeTakeFirst())
}
