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
  /** The renter did not want to sign, or the provider did not accept what was signed; where a new request was asked for, it is signed there (decisions 0064, 0141). */
  | { readonly kind: 'refused' | 'rejected'; readonly signatureUrl: string | null }
  /** The rental changed before anybody signed; where another agreement waits for the signature, that is signed there. */
  | { readonly kind: 'outdated'; readonly signatureUrl: string | null }
  | { readonly kind: 'throttled'; readonly seconds: number }

export interface Return {
  readonly tenant: Tenant
  /** Network address of the caller; who tries too many tokens is throttled. */
  readonly address: string
  readonly token: string
  readonly signatureId: string
  /** The renter thinks again after a refusal, or tries again after a rejection; repeatable. */
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
  if (found === null || 'kind' in found) return found ?? { kind: 'unknown' }
  const { isFormer } = found
  let { row } = found
  for (const wait of [0, ...(isFormer ? [] : waitsMs)]) {
    if (row.state === 'signed') return { kind: 'signed' }
    if (row.state !== 'open' && row.state !== 'withdrawing') break
    if (wait > 0) await pause(wait)
    const advanced = await advanceAgreement(services, back.tenant, row)
    row = advanced?.row ?? await services.database.withTenant(back.tenant.id, (transaction) => agreementById(transaction, back.tenant.id, found.row.id)) ?? row
  }
  if (row.state === 'signed') return { kind: 'signed' }
  // Whoever comes back from the request before did not sign that one, whatever became of it since.
  if (row.state === 'refused' || (isFormer && (row.state === 'made' || row.state === 'open'))) {
    return { kind: row.refused_by === 'provider' ? 'rejected' : 'refused', signatureUrl: back.again ? await requestedAgain(services, back.tenant, row, waitsMs) : null }
  }
  return row.state === 'superseded' ? { kind: 'outdated', signatureUrl: await followingUrl(services, back.tenant, row) } : { kind: 'unsigned' }
}

const urlOf = ({ secret }: AgreementServices, row: AgreementRow | null | undefined): string | null =>
  (row?.state === 'open' && row.sealed_url ? (unseal(secret, row.id, row.sealed_url) as { readonly url: string }).url : null)

/**
 * Where a refused agreement is signed after all, by a new request of the same document and hold; null where something is missing meanwhile
 * (DEC-95) or the provider is away. Whoever could sign the former request may sign this one, on whatever device. Asked a second time, because the
 * answer was lost, it makes no other request and answers the same (DEC-141).
 */
async function requestedAgain(services: AgreementServices, tenant: Tenant, row: AgreementRow, waitsMs: readonly number[]): Promise<string | null> {
  if (row.state !== 'refused') return urlOnceOpen(services, tenant, row, waitsMs)
  const missing = await services.database.withTenant(tenant.id, async (transaction) => {
    const stored = await storedReservation(transaction, tenant.id, row.reservation_id)
    return services.proceeding.missing(transaction, { tenant, stored, act: 'proceed' })
  })
  if (missing.length > 0) return null
  return urlOnceOpen(services, tenant, await askAgain(services, row), waitsMs)
}

/** Where an agreement is signed as soon as the provider has it; whoever else is asking the provider just now is waited for. */
async function urlOnceOpen(services: AgreementServices, tenant: Tenant, named: AgreementRow, waitsMs: readonly number[]): Promise<string | null> {
  for (const wait of [0, ...waitsMs]) {
    if (wait > 0) await pause(wait)
    const advanced = await advanceAgreement(services, tenant, named, 'open')
    if (advanced) return urlOf(services, advanced.row)
    const row = await services.database.withTenant(tenant.id, (transaction) => agreementById(transaction, tenant.id, named.id))
    if (row?.state !== 'made') return urlOf(services, row)
  }
  return null
}

/** Where the agreement is signed that took an outdated one's place. Whoever could sign that one may sign this one: both have come to the same renter. */
async function followingUrl(services: AgreementServices, tenant: Tenant, row: AgreementRow): Promise<string | null> {
  const live = () => services.database.withTenant(tenant.id, (transaction) => liveAgreement(transaction, tenant.id, row.reservation_id))
  const following = await live()
  if (!following?.renews) return null
  const open = following.state === 'open' ? following : (await advanceAgreement(services, tenant, following, 'open'))?.row ?? await live()
  return urlOf(services, open)
}

interface FoundReturn {
  readonly row: AgreementRow
  /** It is the return of the request before the one that the agreement has now. */
  readonly isFormer: boolean
}

async function findReturn({ database }: AgreementServices, { tenant, address, token, signatureId }: Return, limits: GuardLimits): Promise<FoundReturn | Confirmation | null> {
  return database.withTenant(tenant.id, async (transaction) => {
    const guard = await holdGuard(transaction, { tenantId: tenant.id, kind: 'link', subject: address })
    if (guard.locked) return { kind: 'throttled', seconds: limits.lockSeconds } as const
    const hash = isToken(token) ? tokenHash(token) : null
    const row = hash && await agreementByReturn(transaction, tenant.id, hash)
    const isFormer = row !== null && hash !== null && row.former_return_hash?.equals(hash) === true
    const isGood = row !== null && (isFormer ? row.former_signature_id : row.signature_id) === signatureId && (row.state !== 'superseded' || row.outdated_at !== null)
      && await transaction.selectFrom('reservation').where('tenant_id', '=', tenant.id).where('id', '=', row.reservation_id).where('erased_at', 'is', null)
        // Good until the end of the day of return, there (DEC-77).
        .where(sql<boolean>`now() < ((check_in_at::date + 1)::timestamp at time zone check_in_zone)`).select('id').executeTakeFirst() !== undefined
    if (isGood) return { row, isFormer }
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
