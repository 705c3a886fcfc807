import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import { advanceAgreement } from '../advance-agreement.ts'
import { askAgain } from '../ask-again.ts'
import type { AgreementServices } from '../agreement-services.ts'
import { agreementById, agreementByProvider, agreementByReturn, liveAgreement, type AgreementRow } from '../agreement-store.ts'
import { holdGuard, recordMiss } from '../../identity/guard-store.ts'
import type { GuardLimits } from '../../identity/guard.ts'
import { isToken, tokenHash } from '../../identity/opaque-token.ts'
import { unseal } from '../../database/sealed-payload.ts'
import { storedReservation } from '../../reservations/reservation-store.ts'
import type { Tenant } from '../../tenants/tenant-store.ts'

export type Confirmation =
  | { readonly kind: 'signed' | 'unsigned' | 'unknown' }
  /** The renter did not want to sign; where a new request was asked for, it is signed there (decision 0064). */
  | { readonly kind: 'refused'; readonly signatureUrl: string | null }
  /** The rental changed before anybody signed; where another agreement waits for the signature, that is signed there. */
  | { readonly kind: 'outdated'; readonly signatureUrl: string | null }
  | { readonly kind: 'throttled'; readonly seconds: number }

export interface Return {
  readonly tenant: Tenant
  /** Network address of the caller; who tries too many tokens is throttled. */
  readonly address: string
  readonly token: string
  readonly signatureId: string
  /** The renter thinks again after a refusal. */
  readonly again: boolean
}

export interface ConfirmOptions {
  readonly link: GuardLimits
  /** Milliseconds to wait between questions to a provider that has not noted the signature yet. */
  readonly waitsMs: readonly number[]
}

/**
 * API-33: confirms a signature by the status at the provider (DEC-66). Needs no session; the token of the return address and the id of the signature
 * name it. A repetition is fine; a token that is wrong, expired or another tenant's is unknown, and the answer does not say which.
 */
export async function confirmSignature(services: AgreementServices, back: Return, { link, waitsMs }: ConfirmOptions): Promise<Confirmation> {
  const found = await findReturn(services, back, link)
  if (found === null || !('state' in found)) return found ?? { kind: 'unknown' }
  let row = found
  for (const wait of [0, ...waitsMs]) {
    if (row.state === 'signed') return { kind: 'signed' }
    if (row.state !== 'open' && row.state !== 'withdrawing') break
    if (wait > 0) await pause(wait)
    const advanced = await advanceAgreement(services, back.tenant, row)
    row = advanced?.row ?? await services.database.withTenant(back.tenant.id, (transaction) => agreementById(transaction, back.tenant.id, found.id)) ?? row
  }
  if (row.state === 'signed') return { kind: 'signed' }
  if (row.state === 'refused') return { kind: 'refused', signatureUrl: back.again ? await requestedAgain(services, back.tenant, row) : null }
  return row.state === 'superseded' ? { kind: 'outdated', signatureUrl: await followingUrl(services, back.tenant, row) } : { kind: 'unsigned' }
}

const urlOf = ({ secret }: AgreementServices, row: AgreementRow | null | undefined): string | null =>
  (row?.state === 'open' && row.sealed_url ? (unseal(secret, row.id, row.sealed_url) as { readonly url: string }).url : null)

/**
 * Where a refused agreement is signed after all, by a new request of the same document and hold; null where something is missing meanwhile
 * (DEC-95) or the provider is away. Whoever could sign the former request may sign this one, on whatever device.
 */
async function requestedAgain(services: AgreementServices, tenant: Tenant, row: AgreementRow): Promise<string | null> {
  const missing = await services.database.withTenant(tenant.id, async (transaction) => {
    const stored = await storedReservation(transaction, tenant.id, row.reservation_id)
    return services.proceeding.missing(transaction, { tenant, stored, act: 'proceed' })
  })
  if (missing.length > 0) return null
  const asked = await askAgain(services, row)
  return urlOf(services, (await advanceAgreement(services, tenant, asked, 'open'))?.row)
}

/** Where the agreement is signed that took an outdated one's place. Whoever could sign that one may sign this one: both have come to the same renter. */
async function followingUrl(services: AgreementServices, tenant: Tenant, row: AgreementRow): Promise<string | null> {
  const live = () => services.database.withTenant(tenant.id, (transaction) => liveAgreement(transaction, tenant.id, row.reservation_id))
  const following = await live()
  if (!following?.renews) return null
  const open = following.state === 'open' ? following : (await advanceAgreement(services, tenant, following, 'open'))?.row ?? await live()
  return urlOf(services, open)
}

async function findReturn({ database }: AgreementServices, { tenant, address, token, signatureId }: Return, limits: GuardLimits): Promise<AgreementRow | Confirmation | null> {
  return database.withTenant(tenant.id, async (transaction) => {
    const guard = await holdGuard(transaction, { tenantId: tenant.id, kind: 'link', subject: address })
    if (guard.locked) return { kind: 'throttled', seconds: limits.lockSeconds } as const
    const row = isToken(token) ? await agreementByReturn(transaction, tenant.id, tokenHash(token)) : null
    const isGood = row !== null && row.signature_id === signatureId && (row.state !== 'superseded' || row.outdated_at !== null)
      && await transaction.selectFrom('reservation').where('tenant_id', '=', tenant.id).where('id', '=', row.reservation_id).where('erased_at', 'is', null)
        // Good until the end of the day of return, there (DEC-77).
        .where(sql<boolean>`now() < ((check_in_at::date + 1)::timestamp at time zone check_in_zone)`).select('id').executeTakeFirst() !== undefined
    if (isGood) return row
    await recordMiss(transaction, guard, limits)
    return null
  })
}

/** The provider says that there is news of an agreement: what news, it is asked itself. False when the agreement is not known here, or is another account's. */
export async function hearOfSignature(
  services: AgreementServices, tenant: Tenant, { providerId, revisions }: { readonly providerId: string; readonly revisions: readonly (number | null)[] },
): Promise<boolean> {
  const row = await services.database.withTenant(tenant.id, (transaction) => agreementByProvider(transaction, tenant.id, providerId))
  if (!row || !revisions.includes(row.sign_account_revision)) return false
  await advanceAgreement(services, tenant, row)
  return true
}
