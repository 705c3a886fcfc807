import { createHmac } from 'node:crypto'
import type { CodeSms } from '@checkin/api/code-sms'
import { networkOf, secretsOf, siteNetworkOf } from '@checkin/server'
import { sql, type Transaction } from 'kysely'
import { enqueueMail, type OutgoingMail } from '../mail/outbox-store.ts'
import type { SmsKind } from '../mail/tables.ts'
import { accountStates } from '../tenants/accounts/account-store.ts'
import type { Tenant } from '../tenants/tenant-store.ts'
import type { SmsLimits } from './identity-settings.ts'
import type { IdentitySources } from './reservation-directory.ts'
import type { Session } from './session-store.ts'
import type { Tables } from './tables.ts'

/** What a tenant's text messages bring; each is a choice of the tenant (DEC-281, DEC-285). */
export type SmsUse = SmsChannel['uses'][number]
type SmsChannel = NonNullable<Tenant['settings']['smsChannel']>

/** By which rules a tenant's messages of this use leave now; null where none do: the tenant has not chosen it, or has no provider. */
export async function smsChannelFor(transaction: Transaction<Tables>, { id, settings: { smsChannel } }: Tenant, use: SmsUse): Promise<SmsChannel | null> {
  if (smsChannel === null || !smsChannel.uses.includes(use)) return null
  return (await accountStates(transaction, id)).get('sms') === 'own' ? smsChannel : null
}

/** The number that such a message may go to; null where none may: then nobody learns why (DEC-230, DEC-231, DEC-281). Who may ask is the caller's to decide. */
export async function numberOnFile(
  { directory }: Pick<IdentitySources, 'directory'>, transaction: Transaction<Tables>, { tenant, session }: { readonly tenant: Tenant; readonly session: Session }, use: SmsUse,
): Promise<string | null> {
  const channel = await smsChannelFor(transaction, tenant, use)
  return channel && directory.smsNumber(transaction, tenant.id, session.reservationId, channel.countries)
}

/** The two last digits after dots. */
export const masked = (number: string): string => `••••••• ${number.slice(-2)}`

/** Where the newest message of a session, or of an invitation (DEC-285), stands. One that was not sent while it was of use has failed. */
export async function smsState(transaction: Transaction<Tables>, { tenantId, id }: Pick<Session, 'tenantId' | 'id'>, kind: SmsKind): Promise<CodeSms['state']> {
  const row = await transaction.selectFrom('sms_message as sms').innerJoin('mail_outbox as mail', (join) => join.onRef('mail.tenant_id', '=', 'sms.tenant_id').onRef('mail.id', '=', 'sms.id'))
    .where('sms.tenant_id', '=', tenantId).where('sms.session_id', '=', id).where('mail.kind', '=', kind).orderBy('sms.created_at', 'desc').orderBy('sms.id', 'desc').limit(1)
    .select(['mail.state', 'sms.reported', sql<boolean>`mail.expires_at < now()`.as('isOver')]).executeTakeFirst()
  if (!row || row.state === 'cancelled') return 'none'
  if (row.reported !== null) return row.reported === 'delivered' ? 'delivered' : 'failed'
  if (row.state === 'sent') return 'sent'
  return row.state === 'queued' && !row.isOver ? 'waiting' : 'failed'
}

/** By what messages are counted. */
export interface Counted {
  readonly tenantId: string
  readonly reservationId: string
  /** By each secret, the current one's first (DEC-307). */
  readonly numberHashes: readonly [Buffer, ...Buffer[]]
  readonly networkHashes: readonly [Buffer, ...Buffer[]]
}

/** What of a message is counted, however it came about: its number, the network that asked, its reservation and its tenant (DEC-232, DEC-281). */
export const countedBy = (secret: string, { tenantId, reservationId, number, address }: { readonly tenantId: string; readonly reservationId: string; readonly number: string; readonly address: string }): Counted =>
  ({ tenantId, reservationId, numberHashes: hashed(secret, tenantId, number), networkHashes: hashed(secret, tenantId, siteNetworkOf(address) ?? networkOf(address)) })

/** Counts a message, in the transaction that writes it. */
export const countSms = (transaction: Transaction<Tables>, { tenantId, reservationId, numberHashes: [numberHash], networkHashes: [networkHash] }: Counted, { id, sessionId }: { readonly id: string; readonly sessionId: string }): Promise<unknown> =>
  transaction.insertInto('sms_message').values({ tenant_id: tenantId, id, reservation_id: reservationId, session_id: sessionId, number_hash: numberHash, network_hash: networkHash }).execute()

/** What a message says, and whose it is: a session's, or an invitation's by its id (DEC-285). */
interface QueuedSms extends Pick<OutgoingMail, 'kind' | 'language' | 'payload' | 'usefulSeconds'> {
  /** E.164. */
  readonly number: string
  readonly sessionId: string
}

/** Queues a message and counts it, in the transaction of its cause; the number stands in its sealed payload alone. */
export async function queueSms(transaction: Transaction<Tables>, counted: Counted, { number, sessionId, payload, ...message }: QueuedSms, secret: string): Promise<void> {
  const { tenantId, reservationId } = counted
  const id = await enqueueMail(transaction, { tenantId, reservationId, ...message, to: masked(number), payload: { ...payload, number } }, secret)
  await countSms(transaction, counted, { id, sessionId })
}

/** Keyed and of one tenant: neither numbers nor networks can be read or compared beyond it. */
function hashed(secret: string, tenantId: string, value: string): readonly [Buffer, ...Buffer[]] {
  const hash = (each: string): Buffer => createHmac('sha256', each).update(`sms:${tenantId}:${value}`).digest()
  const [first, ...others] = secretsOf(secret)
  return [hash(first), ...others.map(hash)]
}

/** Seconds until another message may leave; 0 when it may now. Of a tenant's messages one at a time is counted, so that many at once do not all pass. */
export async function secondsUntilFree(
  transaction: Transaction<Tables>, { tenantId, reservationId, numberHashes, networkHashes }: Counted, limits: SmsLimits & { readonly perTenantHour: number },
): Promise<number> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`sms ${tenantId}`}, 0))`.execute(transaction)
  const rows = await transaction.selectFrom('sms_message').where('tenant_id', '=', tenantId).where('created_at', '>', sql<Date>`now() - interval '1 day'`)
    .where((eb) => eb.or([eb('created_at', '>', sql<Date>`now() - interval '1 hour'`), eb('number_hash', 'in', numberHashes)]))
    .select(['reservation_id', 'number_hash', 'network_hash', sql<number>`extract(epoch from now() - created_at)::float8`.as('age')]).orderBy('created_at', 'desc').execute()
  const wait = (ages: readonly number[], most: number, window: number): number => {
    const within = ages.filter((age) => age < window)
    const oldestThatCounts = within[most - 1]
    return oldestThatCounts === undefined ? 0 : Math.ceil(window - oldestThatCounts)
  }
  const agesOf = (fits: (row: (typeof rows)[number]) => boolean): readonly number[] => rows.filter(fits).map(({ age }) => age)
  const ofNumber = agesOf((row) => numberHashes.some((hash) => row.number_hash.equals(hash)))
  return Math.max(
    wait(ofNumber, limits.perNumberHour, 3600), wait(ofNumber, limits.perNumberDay, 86_400),
    wait(agesOf((row) => row.reservation_id === reservationId), limits.perReservationHour, 3600),
    wait(agesOf((row) => networkHashes.some((hash) => row.network_hash.equals(hash))), limits.perNetworkHour, 3600), wait(agesOf(() => true), limits.perTenantHour, 3600),
  )
}
