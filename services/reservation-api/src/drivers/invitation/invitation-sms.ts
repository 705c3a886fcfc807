import type { CodeSms } from '@checkin/api/code-sms'
import type { Transaction } from 'kysely'
import type { IdentitySettings } from '../../identity/identity-settings.ts'
import { countedBy, masked, secondsUntilFree, smsChannelFor, smsState, type Counted } from '../../identity/sms-on-file.ts'
import { smsNumberIn } from '../../reservations/sms-number.ts'
import type { Tenant } from '../../tenants/tenant-store.ts'
import type { Tables } from '../tables.ts'
import type { Invitation } from './invitation-store.ts'

/** A number that invitations may go to now. */
export interface SmsTarget {
  /** As E.164 writes it. */
  readonly number: string
  readonly counted: Counted
  /** Seconds until another message may leave; 0 when it may now. Asked last: of a tenant's messages one at a time is counted. */
  readonly seconds: () => Promise<number>
}

/** Where a message of an invitation goes. */
export interface SmsAsked {
  readonly tenant: Tenant
  readonly reservationId: string
  /** With the plus sign, as it was typed. */
  readonly number: string
  /** Network address of who asks. */
  readonly network: string
}

/** What stands for a number that a message may go to: `off` where the tenant's messages bring no invitations (any more), `refused` where none goes to this number (DEC-232, DEC-285). */
export async function smsTarget(transaction: Transaction<Tables>, { codeSecret, sms }: Pick<IdentitySettings, 'codeSecret' | 'sms'>, { tenant, reservationId, number: typed, network }: SmsAsked): Promise<SmsTarget | 'off' | 'refused'> {
  const channel = await smsChannelFor(transaction, tenant, 'invitations')
  if (!channel) return 'off'
  const number = smsNumberIn(typed, channel.countries)
  if (number === null) return 'refused'
  const counted = countedBy(codeSecret, { tenantId: tenant.id, reservationId, number, address: network })
  return { number, counted, seconds: () => secondsUntilFree(transaction, counted, { ...sms, perTenantHour: channel.perHour }) }
}

const stateOf = (transaction: Transaction<Tables>, { tenant_id: tenantId, id }: Invitation) => smsState(transaction, { tenantId, id }, 'invitation-sms')

/** Whether this invitation went to that number and its message did not fail: asked for again, it is the same one. */
export async function isUnderWay(transaction: Transaction<Tables>, live: Invitation, { numberHashes }: Counted): Promise<boolean> {
  const sent = await transaction.selectFrom('sms_message').select('id').where('tenant_id', '=', live.tenant_id).where('session_id', '=', live.id).where('number_hash', 'in', numberHashes).executeTakeFirst()
  return sent !== undefined && await stateOf(transaction, live) !== 'failed'
}

/** What the renter sees: the end of the number and what became of the message, or that a number may be typed; missing where no message is sent. */
export async function renterSms(transaction: Transaction<Tables>, tenant: Tenant, live: Invitation | null): Promise<{ readonly sms?: CodeSms }> {
  if (live !== null && live.number_end !== null) return { sms: { number: masked(live.number_end), state: await stateOf(transaction, live) } }
  return await smsChannelFor(transaction, tenant, 'invitations') ? { sms: { number: null, state: 'none' } } : {}
}

/** What the invited driver sees of the message with the code; missing where codes are mailed. */
export const invitedSms = async (transaction: Transaction<Tables>, { tenant_id: tenantId, id, number_end: end }: Invitation): Promise<{ readonly sms?: CodeSms['state'] }> =>
  (end === null ? {} : { sms: await smsState(transaction, { tenantId, id }, 'invitation-code-sms') })
