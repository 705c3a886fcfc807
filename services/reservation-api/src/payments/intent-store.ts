import { createHash, randomBytes, randomUUIDv7 } from 'node:crypto'
import type { Database } from '@checkin/server'
import { sql, type Insertable, type Selectable, type Transaction, type UpdateObject } from 'kysely'
import * as z from 'zod'
import { seal, unseal } from '../database/sealed-payload.ts'
import type { Tables } from './tables.ts'
import type { CardInstrument } from './providers/provider.ts'
import { liveStates, type PaymentOf } from './payment-state.ts'
import { lockReservation } from '../reservations/reservation-store.ts'
import type { Work } from '../tenants/due-work.ts'

export type IntentRow = Selectable<Tables['payment_intent']>
type Tx = Transaction<Tables>

/** What a new payment is about; it never changes afterwards (I4). */
export type NewIntent = Pick<Insertable<Tables['payment_intent']>,
  'tenant_id' | 'id' | 'reservation_id' | 'purpose' | 'means' | 'amount_minor' | 'currency' | 'row_version' | 'provider' | 'account_revision' | 'keeps_card' | 'session_id' | 'language' | 'renews' | 'is_aside'>

/** Row id of a payment to be, needed before its row because its instrument is sealed to it. */
export const newIntentId = (): string => randomUUIDv7()

/** The id that the provider knows the payment by, for ever: 160 random bits, so that nobody meets another's by guessing. */
const newMerchantTransactionId = (): string => randomBytes(20).toString('hex')

export const insertIntent = (transaction: Tx, intent: NewIntent, deadlineSeconds: number): Promise<IntentRow> =>
  transaction.insertInto('payment_intent').values({
    ...intent, merchant_transaction_id: newMerchantTransactionId(), deadline_at: sql<Date>`now() + make_interval(secs => ${deadlineSeconds})`,
  }).returningAll().executeTakeFirstOrThrow()

/** Without holds that stand aside: of two holds of one deposit one is in force. */
const ofReservation = (transaction: Tx, { tenantId, reservationId, purpose }: PaymentOf) => transaction.selectFrom('payment_intent').selectAll()
  .where('tenant_id', '=', tenantId).where('reservation_id', '=', reservationId).where('purpose', '=', purpose).where('is_aside', '=', false)

/** The live payment of a purpose (I5), or null. */
export const liveIntent = async (transaction: Tx, of: PaymentOf): Promise<IntentRow | null> =>
  await ofReservation(transaction, of).where('state', 'in', liveStates).executeTakeFirst() ?? null

export const latestIntent = async (transaction: Tx, of: PaymentOf): Promise<IntentRow | null> =>
  await ofReservation(transaction, of).orderBy('created_at', 'desc').orderBy('id', 'desc').limit(1).executeTakeFirst() ?? null

export const intentById = (transaction: Tx, tenantId: string, id: string): Promise<IntentRow> =>
  transaction.selectFrom('payment_intent').selectAll().where('tenant_id', '=', tenantId).where('id', '=', id).executeTakeFirstOrThrow()

export const intentByTransaction = async (transaction: Tx, tenantId: string, provider: string, merchantTransactionId: string): Promise<IntentRow | null> =>
  await transaction.selectFrom('payment_intent').selectAll().where('tenant_id', '=', tenantId).where('provider', '=', provider)
    .where('merchant_transaction_id', '=', merchantTransactionId).executeTakeFirst() ?? null

/** The payment of a reservation that a provider's return names, by any of the ids that the provider knows; null when none is. */
export const intentNamed = async (transaction: Tx, of: PaymentOf, identifier: string): Promise<IntentRow | null> =>
  await ofReservation(transaction, of)
    .where((eb) => eb.or([eb('merchant_transaction_id', '=', identifier), eb('provider_id', '=', identifier)])).executeTakeFirst() ?? null

/** Every payment of a reservation, oldest first. */
export const intentsOf = (transaction: Tx, tenantId: string, reservationId: string): Promise<readonly IntentRow[]> =>
  transaction.selectFrom('payment_intent').selectAll().where('tenant_id', '=', tenantId).where('reservation_id', '=', reservationId)
    .orderBy('created_at').orderBy('id').execute()

/**
 * Takes the reservation's row and then the payment's until the end of the transaction, always in this order: nobody starts, settles or changes
 * what is due at the same moment.
 */
export async function lockIntent(transaction: Transaction<Tables>, tenantId: string, id: string): Promise<IntentRow> {
  const { reservation_id: reservationId } = await intentById(transaction, tenantId, id)
  await lockReservation(transaction, tenantId, reservationId)
  return transaction.selectFrom('payment_intent').selectAll().where('tenant_id', '=', tenantId).where('id', '=', id).forUpdate().executeTakeFirstOrThrow()
}

export async function updateIntent(
  transaction: Tx, { tenant_id: tenantId, id }: Pick<IntentRow, 'tenant_id' | 'id'>, change: UpdateObject<Tables, 'payment_intent'>,
): Promise<void> {
  await transaction.updateTable('payment_intent').where('tenant_id', '=', tenantId).where('id', '=', id)
    .set({ ...change, updated_at: sql<Date>`now()` }).execute()
}

/** What a key began: the same body again is the same payment, another one is a mistake of the caller. */
export type KeyUse = { readonly kind: 'new' | 'reused' } | { readonly kind: 'known'; readonly intentId: string }

export const digestOf = (body: unknown): string => createHash('sha256').update(JSON.stringify(body)).digest('base64url')

export async function useOfKey(transaction: Tx, { tenantId, reservationId }: Omit<PaymentOf, 'purpose'>, key: string, digest: string): Promise<KeyUse> {
  const row = await transaction.selectFrom('payment_key').select(['intent_id', 'body_digest'])
    .where('tenant_id', '=', tenantId).where('reservation_id', '=', reservationId).where('client_key', '=', key).executeTakeFirst()
  if (!row) return { kind: 'new' }
  return row.body_digest === digest ? { kind: 'known', intentId: row.intent_id } : { kind: 'reused' }
}

export async function storeKey(transaction: Tx, { tenant_id, reservation_id, id }: IntentRow, clientKey: string, digest: string): Promise<void> {
  await transaction.insertInto('payment_key').values({ tenant_id, reservation_id, client_key: clientKey, body_digest: digest, intent_id: id }).execute()
}

/**
 * Deletes what a payment has of its payer: the masked card, addresses at the provider, and the keys of requests with digests of what was sent, a card's token among
 * it. Amounts and ids stay, for the ledger.
 */
export async function forgetPayer(transaction: Tx, tenantId: string, reservationId: string): Promise<void> {
  await transaction.updateTable('payment_intent').where('tenant_id', '=', tenantId).where('reservation_id', '=', reservationId)
    .set({ card: null, redirect_url: null }).execute()
  await transaction.deleteFrom('payment_key').where('tenant_id', '=', tenantId).where('reservation_id', '=', reservationId).execute()
}

const keysKeptSeconds = 7 * 24 * 3600

/** When `cleanUpKeys` has something to do. */
export const oldKeys: Work = { kind: 'payment-keys', leadSeconds: -keysKeptSeconds }

/** Keys of a week ago are of no use any more: what is due guards against a second payment, they only made repetitions answer alike (DEC-48). */
export async function cleanUpKeys(database: Database<Tables>, tenantId: string): Promise<void> {
  await database.withTenant(tenantId, (transaction) => transaction.deleteFrom('payment_key').where('tenant_id', '=', tenantId)
    .where('created_at', '<', sql<Date>`now() - make_interval(secs => ${keysKeptSeconds})`).execute())
}

const Instrument = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('token'), token: z.string() }),
  z.object({ kind: z.literal('saved'), referenceToken: z.string(), token: z.string().nullable() }),
])

/** How a card pays while its request may have to be sent again: sealed to its row, because a one-time token is as good as money until it is used. */
export const sealInstrument = (secret: string, intentId: string, instrument: CardInstrument): Buffer => seal(secret, intentId, instrument, 'checkin payment means')

export const openInstrument = (secret: string, intentId: string, sealed: Buffer): CardInstrument => Instrument.parse(unseal(secret, intentId, sealed, 'checkin payment means'))
