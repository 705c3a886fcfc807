import type { CodeSms } from '@checkin/api/code-sms'
import type { Language } from '@checkin/i18n'
import { ServiceError } from '@checkin/server'
import type { Transaction } from 'kysely'
import { cancelMails } from '../mail/outbox-store.ts'
import type { Tenant } from '../tenants/tenant-store.ts'
import { issueCode, latestCodeOf, secondsToWait } from './code-store.ts'
import { holdGuard } from './guard-store.ts'
import { referenceKey, type IdentitySources } from './reservation-directory.ts'
import type { Session } from './session-store.ts'
import { countedBy, masked, numberOnFile, queueSms, secondsUntilFree, smsState } from './sms-on-file.ts'
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

/** The number that a code may go to; only to who found the reservation with all that is asked for, or holds its link. */
const numberFor = async (sources: IdentitySources, transaction: Transaction<Tables>, caller: Caller): Promise<string | null> =>
  (caller.session.level === 'verified' ? null : numberOnFile(sources, transaction, caller, 'codes'))

/** API-62: whether a code may come by SMS to this session, and what became of the last one. */
export const readCodeSms = (sources: IdentitySources, caller: Caller): Promise<CodeSms> =>
  sources.database.withTenant(caller.tenant.id, async (transaction) => {
    const number = await numberFor(sources, transaction, caller)
    return number === null ? { number: null, state: 'none' } : { number: masked(number), state: await smsState(transaction, caller.session, 'code-sms') }
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
    const counted = countedBy(settings.codeSecret, { tenantId: tenant.id, reservationId: reservation.id, number, address })
    const seconds = Math.max(
      await secondsToWait(transaction, about, session.id, settings.code, 'sms'),
      await secondsUntilFree(transaction, counted, { ...settings.sms, perTenantHour: smsChannel.perHour }),
    )
    if (seconds > 0) return { kind: 'wait', seconds }
    const code = await issueCode(transaction, { ...about, sessionId: session.id }, settings.codeSecret, settings.code, 'sms')
    for (const kind of ['code', 'code-sms'] as const) await cancelMails(transaction, tenant.id, reservation.id, kind)
    await queueSms(transaction, counted, { kind: 'code-sms', sessionId: session.id, number, language, usefulSeconds: settings.code.lifetimeSeconds, payload: { code } }, settings.codeSecret)
    return { kind: 'sent', sms: { number: masked(number), state: 'waiting' } }
  })
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
