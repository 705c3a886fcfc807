import type { Language } from '@checkin/i18n'
import { sql, type Transaction } from 'kysely'
import { loadReservation, type StoredReservation } from '../../../reservations/reservation-store.ts'
import type { Tenant } from '../../../tenants/tenant-store.ts'
import type { Tables, Wallet } from '../../tables.ts'
import { passFacts, type PassFacts } from './pass-facts.ts'
import { isSaid, saidDigest } from './pass-keys.ts'

/** The pass of a rental in one wallet. */
export interface PassName {
  readonly tenantId: string
  readonly reservationId: string
  readonly wallet: Wallet
}

/** The one receiver of a pass at Google. */
export const googleReceiver = Buffer.alloc(0)
const now = sql<Date>`now()`

/** A pass was made: what it says is known from now on, so that a change of it is noticed (DEC-280). Made again, it stays as it is known. */
export async function notePass(transaction: Transaction<Tables>, { row }: Pick<StoredReservation, 'row'>, { wallet, facts, language, secret }: { readonly wallet: Wallet; readonly facts: PassFacts; readonly language: Language; readonly secret: string }): Promise<void> {
  const name = { tenant_id: row.tenant_id, reservation_id: row.id, wallet }
  await transaction.insertInto('wallet_pass')
    .values({ ...name, language, seen_row_version: row.row_version, digest: saidDigest(secret, facts), ends_at: facts.expires })
    .onConflict((conflict) => conflict.columns(['tenant_id', 'reservation_id', 'wallet']).doUpdateSet({ language })).execute()
  if (wallet === 'google') await transaction.insertInto('wallet_receiver').values({ ...name, receiver: googleReceiver, address: null }).onConflict((conflict) => conflict.doNothing()).execute()
}

/** Passes whose rental was written to since they were looked at, or whose ticket was withdrawn. */
export async function changedPasses(transaction: Transaction<Tables>, tenantId: string, limit: number): Promise<readonly PassName[]> {
  return transaction.selectFrom('wallet_pass as pass').innerJoin('reservation', (join) => join.onRef('reservation.tenant_id', '=', 'pass.tenant_id').onRef('reservation.id', '=', 'pass.reservation_id'))
    .where('pass.tenant_id', '=', tenantId).where((eb) => eb.or([
      eb('reservation.row_version', '!=', eb.ref('pass.seen_row_version')),
      eb('pass.is_withdrawn', '=', eb.exists(eb.selectFrom('access_link').select('id').where('access_link.tenant_id', '=', tenantId).whereRef('access_link.reservation_id', '=', 'pass.reservation_id')
        .where('purpose', '=', 'ticket').where('revoked_at', 'is', null)).$castTo<boolean>()),
    ]))
    .orderBy('reservation.updated_at').limit(limit).select(['pass.tenant_id as tenantId', 'pass.reservation_id as reservationId', 'pass.wallet as wallet']).execute()
}

/** Looks at a pass again; who has it is due where it says something else now. One that somebody else looks at is left to them. */
export async function lookAtPass(transaction: Transaction<Tables>, tenant: Tenant, { tenantId, reservationId, wallet }: PassName, secret: string): Promise<void> {
  const passes = { tenant_id: tenantId, reservation_id: reservationId, wallet }
  const pass = await transaction.selectFrom('wallet_pass').select(['digest']).where((eb) => eb.and(passes)).forUpdate().skipLocked().executeTakeFirst()
  const stored = pass && await loadReservation(transaction, tenantId, { id: reservationId })
  if (!stored) return
  const facts = stored.row.erased_at ? null : await passFacts(transaction, stored, tenant)
  const digest = saidDigest(secret, facts ?? {})
  const isChanged = !isSaid(pass.digest, secret, facts ?? {})
  await transaction.updateTable('wallet_pass').where((eb) => eb.and(passes)).set({
    seen_row_version: stored.row.row_version, digest, is_withdrawn: facts?.isWithdrawn ?? true, ...(facts && { ends_at: facts.expires }),
    ...(isChanged && { changed_at: sql<Date>`greatest(date_trunc('second', now()), changed_at + interval '1 second')` }),
  }).execute()
  if (isChanged) await transaction.updateTable('wallet_receiver').where((eb) => eb.and(passes)).set({ attempts: 0, due_at: now }).execute()
}

/** A receiver taken for one attempt. */
export interface TakenReceiver extends PassName {
  readonly receiver: Buffer
  readonly address: Buffer | null
  /** This attempt included. */
  readonly attempts: number
  readonly language: Language
}

const leaseSeconds = 60

/** Takes receivers that are due; nobody else gets them for a minute, after which they are due again. */
export async function takeDueReceivers(transaction: Transaction<Tables>, tenantId: string, limit: number): Promise<readonly TakenReceiver[]> {
  return transaction.with('due', (query) => query.selectFrom('wallet_receiver').innerJoin('wallet_pass as pass', (join) => join
    .onRef('pass.tenant_id', '=', 'wallet_receiver.tenant_id').onRef('pass.reservation_id', '=', 'wallet_receiver.reservation_id').onRef('pass.wallet', '=', 'wallet_receiver.wallet'))
    .where('wallet_receiver.tenant_id', '=', tenantId).where('due_at', '<=', now).orderBy('due_at').limit(limit).forUpdate('wallet_receiver').skipLocked()
    .select(['wallet_receiver.reservation_id', 'wallet_receiver.wallet', 'receiver', 'language']))
    .updateTable('wallet_receiver as taken').from('due').where('taken.tenant_id', '=', tenantId)
    .whereRef('taken.reservation_id', '=', 'due.reservation_id').whereRef('taken.wallet', '=', 'due.wallet').whereRef('taken.receiver', '=', 'due.receiver')
    .set({ attempts: sql<number>`taken.attempts + 1`, due_at: sql<Date>`now() + make_interval(secs => ${leaseSeconds})` })
    .returning(['taken.tenant_id as tenantId', 'taken.reservation_id as reservationId', 'taken.wallet as wallet', 'taken.receiver as receiver', 'address', 'attempts', 'due.language as language']).execute()
}

/** Writes down what became of a receiver: null is that it has what there is, a number in how many seconds it is tried again. A change meanwhile stays due. */
export async function finishReceiver(transaction: Transaction<Tables>, { tenantId, reservationId, wallet, receiver, attempts }: TakenReceiver, seconds: number | null): Promise<void> {
  await transaction.updateTable('wallet_receiver').where((eb) => eb.and({ tenant_id: tenantId, reservation_id: reservationId, wallet, receiver, attempts }))
    .set(seconds === null ? { attempts: 0, due_at: null } : { due_at: sql<Date>`now() + make_interval(secs => ${seconds})` }).execute()
}

/** A device that has the pass no more. */
export async function forgetReceiver(transaction: Transaction<Tables>, { tenantId, reservationId, wallet, receiver }: Pick<TakenReceiver, 'tenantId' | 'reservationId' | 'wallet' | 'receiver'>): Promise<void> {
  await transaction.deleteFrom('wallet_receiver').where((eb) => eb.and({ tenant_id: tenantId, reservation_id: reservationId, wallet, receiver })).execute()
}

/** Forgets a pass with those who have it. */
export async function forgetPass(transaction: Transaction<Tables>, { tenantId, reservationId, wallet }: PassName): Promise<void> {
  await transaction.deleteFrom('wallet_pass').where((eb) => eb.and({ tenant_id: tenantId, reservation_id: reservationId, wallet })).execute()
}

/** Forgets passes whose time is over. */
export async function endPasses(transaction: Transaction<Tables>, tenantId: string): Promise<void> {
  await transaction.deleteFrom('wallet_pass').where('tenant_id', '=', tenantId).where('ends_at', '<', now).execute()
}

/** The passes of a rental, and how many phones have each. */
export async function passesOf(transaction: Transaction<Tables>, { tenantId, reservationId }: Omit<PassName, 'wallet'>): Promise<readonly { readonly wallet: Wallet; readonly madeAt: Date; readonly phones: number }[]> {
  return transaction.selectFrom('wallet_pass as pass').where('pass.tenant_id', '=', tenantId).where('pass.reservation_id', '=', reservationId).orderBy('pass.wallet').select(['pass.wallet', 'pass.made_at as madeAt',
    sql<number>`(select count(*)::int from wallet_receiver as receiver where receiver.tenant_id = pass.tenant_id and receiver.reservation_id = pass.reservation_id and receiver.wallet = pass.wallet and receiver.address is not null)`.as('phones')]).execute()
}
