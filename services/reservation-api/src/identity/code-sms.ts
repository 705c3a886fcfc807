import { createHmac } from 'node:crypto'
import type { CodeSms } from '@checkin/api/code-sms'
import type { Language } from '@checkin/i18n'
import { networkOf, ServiceError, siteNetworkOf } from '@checkin/server'
import { sql, type Transaction } from 'kysely'
import { cancelMails, enqueueMail } from '../mail/outbox-store.ts'
import { accountStates } from '../tenants/accounts/account-store.ts'
import type { Tenant } from '../tenants/tenant-store.ts'
import { issueCode, latestCodeOf, secondsToWait } from './code-store.ts'
import { holdGuard } from './guard-store.ts'
import type { SmsLimits } from './identity-settings.ts'
import { referenceKey, type IdentitySources } from './reservation-directory.ts'
import type { Session } from './session-store.ts'
import type { Tables } from './tables.ts'

/** Who asks. */
export interface SmsCaller {
  readonly tenant: Tenant
  readonly session: Session
  readonly language: Language
  /** Network address of the renter. */
  readonly address: string
}

type Caller = Pick<SmsCaller, 'tenant' | 'session'>

/** The number that a code may go to; null where none may: then nobody learns why (DEC-230, DEC-231). Only to who found the reservation with all that is asked for, or holds its link. */
async function numberFor({ directory }: IdentitySources, transaction: Transaction<Tables>, { tenant, session }: Caller): Promise<string | null> {
  const { smsChannel } = tenant.settings
  if (smsChannel === null || session.level === 'verified') return null
  if ((await accountStates(transaction, tenant.id)).get('sms') !== 'own') return null
  return directory.smsNumber(transaction, tenant.id, session.reservationId, smsChannel.countries)
}

const masked = (number: string): string => `••••••• ${number.slice(-2)}`

/** Where the newest message of a session stands. One that was not sent while its code was good has failed. */
async function stateOf(transaction: Transaction<Tables>, { tenantId, id }: Session): Promise<CodeSms['state']> {
  const row = await transaction.selectFrom('sms_message as sms').innerJoin('mail_outbox as mail', (join) => join.onRef('mail.tenant_id', '=', 'sms.tenant_id').onRef('mail.id', '=', 'sms.id'))
    .where('sms.tenant_id', '=', tenantId).where('sms.session_id', '=', id).orderBy('sms.created_at', 'desc').orderBy('sms.id', 'desc').limit(1)
    .select(['mail.state', 'sms.reported', sql<boolean>`mail.expires_at < now()`.as('isOver')]).executeTakeFirst()
  if (!row || row.state === 'cancelled') return 'none'
  if (row.reported !== null) return row.reported === 'delivered' ? 'delivered' : 'failed'
  if (row.state === 'sent') return 'sent'
  return row.state === 'queued' && !row.isOver ? 'waiting' : 'failed'
}

/** API-62: whether a code may come by SMS to this session, and what became of the last one. */
export const readCodeSms = (sources: IdentitySources, caller: Caller): Promise<CodeSms> =>
  sources.database.withTenant(caller.tenant.id, async (transaction) => {
    const number = await numberFor(sources, transaction, caller)
    return number === null ? { number: null, state: 'none' } : { number: masked(number), state: await stateOf(transaction, caller.session) }
  })

/** What came of asking for a code by SMS. */
export type SmsOutcome = { readonly kind: 'sent'; readonly sms: CodeSms } | { readonly kind: 'wait'; readonly seconds: number } | { readonly kind: 'off' | 'has-agreement' }

/**
 * API-63: sends a code to the number on file, to no other. Code, counters and message are written in one transaction; the code before it is void, and the codes of a
 * reservation within an hour are limited whichever way they went (DEC-08, DEC-232).
 */
export function sendCodeSms(sources: IdentitySources, caller: SmsCaller): Promise<SmsOutcome> {
  const { database, directory, settings } = sources
  const { tenant, session, language, address } = caller
  return database.withTenant(tenant.id, async (transaction): Promise<SmsOutcome> => {
    const number = await numberFor(sources, transaction, caller)
    const reservation = number === null ? null : await directory.byId(transaction, tenant.id, session.reservationId)
    const { smsChannel } = tenant.settings
    if (number === null || !reservation || smsChannel === null) return { kind: 'off' }
    if (reservation.hasRentalAgreement) return { kind: 'has-agreement' }
    await holdGuard(transaction, { tenantId: tenant.id, kind: 'reference', subject: referenceKey(reservation.reference) })
    const email = reservation.email ?? (await latestCodeOf(transaction, session))?.email ?? ''
    const about = { tenantId: tenant.id, reservationId: reservation.id, email }
    const counted = { numberHash: hashed(settings.codeSecret, tenant.id, number), networkHash: hashed(settings.codeSecret, tenant.id, siteNetworkOf(address) ?? networkOf(address)) }
    const seconds = Math.max(
      await secondsToWait(transaction, about, session.id, settings.code, 'sms'),
      await secondsUntilFree(transaction, tenant.id, counted, { ...settings.sms, perTenantHour: smsChannel.perHour }),
    )
    if (seconds > 0) return { kind: 'wait', seconds }
    const code = await issueCode(transaction, { ...about, sessionId: session.id }, settings.codeSecret, settings.code, 'sms')
    for (const kind of ['code', 'code-sms'] as const) await cancelMails(transaction, tenant.id, reservation.id, kind)
    const id = await enqueueMail(transaction, {
      tenantId: tenant.id, kind: 'code-sms', reservationId: reservation.id, to: masked(number), language, usefulSeconds: settings.code.lifetimeSeconds, payload: { code, number },
    }, settings.codeSecret)
    await transaction.insertInto('sms_message').values({
      tenant_id: tenant.id, id, reservation_id: reservation.id, session_id: session.id, number_hash: counted.numberHash, network_hash: counted.networkHash,
    }).execute()
    return { kind: 'sent', sms: { number: masked(number), state: 'waiting' } }
  })
}

/** Keyed and of one tenant: neither numbers nor networks can be read or compared beyond it. */
const hashed = (secret: string, tenantId: string, value: string): Buffer => createHmac('sha256', secret).update(`sms:${tenantId}:${value}`).digest()

/** Seconds until another message may leave; 0 when it may now. Of a tenant's messages one at a time is counted, so that many at once do not all pass. */
async function secondsUntilFree(
  transaction: Transaction<Tables>, tenantId: string, { numberHash, networkHash }: { readonly numberHash: Buffer; readonly networkHash: Buffer }, limits: SmsLimits & { readonly perTenantHour: number },
): Promise<number> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`sms ${tenantId}`}, 0))`.execute(transaction)
  const rows = await transaction.selectFrom('sms_message').where('tenant_id', '=', tenantId).where('created_at', '>', sql<Date>`now() - interval '1 day'`)
    .where((eb) => eb.or([eb('created_at', '>', sql<Date>`now() - interval '1 hour'`), eb('number_hash', '=', numberHash)]))
    .select(['number_hash', 'network_hash', sql<number>`extract(epoch from now() - created_at)::float8`.as('age')]).orderBy('created_at', 'desc').execute()
  const wait = (ages: readonly number[], most: number, window: number): number => {
    const within = ages.filter((age) => age < window)
    const oldestThatCounts = within[most - 1]
    return oldestThatCounts === undefined ? 0 : Math.ceil(window - oldestThatCounts)
  }
  const agesOf = (fits: (row: (typeof rows)[number]) => boolean): readonly number[] => rows.filter(fits).map(({ age }) => age)
  const ofNumber = agesOf((row) => row.number_hash.equals(numberHash))
  return Math.max(
    wait(ofNumber, limits.perNumberHour, 3600), wait(ofNumber, limits.perNumberDay, 86_400),
    wait(agesOf((row) => row.network_hash.equals(networkHash)), limits.perNetworkHour, 3600), wait(agesOf(() => true), limits.perTenantHour, 3600),
  )
}

/** What a provider reported of a message; one that is unknown, or was reported before, changes nothing. Throws nothing. */
export const keepSmsReport = (sources: Pick<IdentitySources, 'database'>, tenantId: string, { id, status }: { readonly id: string; readonly status: 'delivered' | 'undelivered' }): Promise<unknown> =>
  sources.database.withTenant(tenantId, (transaction) =>
    transaction.updateTable('sms_message').where('tenant_id', '=', tenantId).where('id', '=', id).where('reported', 'is', null).set({ reported: status }).execute())

/** The refusals of API-63. Throws for everything but `sent`. */
export function sentSms(outcome: SmsOutcome): CodeSms {
  switch (outcome.kind) {
    case 'sent': return outcome.sms
    case 'off': throw new ServiceError(404, 'NotFound', 'No code is sent by text message here')
    case 'has-agreement': throw new ServiceError(409, 'HasRentalAgreement', 'The reservation already has a rental agreement')
    case 'wait': throw new ServiceError(429, 'TooManyRequests', 'Too many requests, try again later', { headers: { 'retry-after': String(outcome.seconds) } })
  }
}
