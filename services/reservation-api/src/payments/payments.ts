import { setTimeout as delay } from 'node:timers/promises'
import { ServiceError, type Database } from '@checkin/server'
import type { JobKind, Tables } from './tables.ts'
import { intentById, intentNamed, latestIntent, liveIntent, lockIntent, updateIntent, type IntentRow } from './intent-store.ts'
import { closeJobs, expediteJob, queueJob, leaseJobOf, type JobRow } from './outbox-store.ts'
import type { GatewayAccount, PaymentAccount } from './gateways.ts'
import type { Proceeding } from '../reservations/proceeding.ts'
import type { Processed } from './process-payment.ts'
import type { Transaction } from 'kysely'
import type { PaymentLimits } from './payment-settings.ts'
import { isOpen, type PaymentOf } from './payment-state.ts'
import { viewOf, type PaymentView } from './payment-view.ts'
import { accountCode } from '../tenants/accounts/gateway-codes.ts'
import type { Gateway } from './providers/provider.ts'
import { deskOrders, type DeskOrders, type WrittenDown } from './desk-orders.ts'
import { isBeingCaptured } from './order-store.ts'
import { startPayment, type PaymentStart } from './start-payment.ts'

export type Confirmation = { readonly kind: 'known'; readonly payment: PaymentView } | { readonly kind: 'unknown' } | { readonly kind: 'unrecorded' }

/**
 * Money of renters. A payment exists before anybody is asked to charge, has one id for ever, and only the provider's status ends it; whoever
 * calls gets the truth within a few seconds, `checking` included, and the worker goes on with it whatever becomes of this process.
 */
export interface Payments extends DeskOrders {
  /**
   * Begins a payment, or answers the one that is under way for the same reservation, purpose, amount and gateway.
   * Throws ServiceError 409 `AmountChanged` (data: the amount due), `PaymentInProgress` (data: its paymentId), `VersionConflict`,
   * `KeyReused`; 400 `InvalidRequest` for a gateway or instrument that cannot be; 503 `Unavailable` while the provider is known to be away: nothing is charged then.
   */
  readonly start: (start: PaymentStart) => Promise<PaymentView>
  /** The latest payment of a reservation and purpose; null when there was none. Asks nobody. */
  readonly current: (of: PaymentOf) => Promise<PaymentView | null>
  /** The same after asking the provider about an open one, and going on with a wallet that the renter approved. */
  readonly refresh: (of: PaymentOf) => Promise<PaymentView | null>
  /**
   * The payment that a provider's return page names (API-29). The name proves nothing: the provider is asked. `unrecorded` when it has the
   * renter's money and our ledger does not have it.
   */
  readonly confirm: (of: PaymentOf, identifier: string) => Promise<Confirmation>
  /** Cancels an open payment; it is `cancelled` only when the provider has confirmed that, until then `checking`. */
  readonly cancel: (of: PaymentOf) => Promise<PaymentView | null>
  /** Queues a job to void a held deposit, in the caller's transaction; repeating it is harmless. */
  readonly queueVoid: (transaction: Transaction<Tables>, of: Omit<PaymentOf, 'purpose'>, afterSeconds: number) => Promise<void>
  /** Drops the job to void a deposit: the hold is needed after all. */
  readonly keepHold: (transaction: Transaction<Tables>, of: Omit<PaymentOf, 'purpose'>) => Promise<void>
  /** Voids a held deposit now; `authorised` remains while the provider has not confirmed it. */
  readonly void: (of: Omit<PaymentOf, 'purpose'>, written?: WrittenDown) => Promise<PaymentView | null>
}

export interface PaymentsOptions {
  readonly database: Database<Tables>
  readonly secret: string
  readonly limits: PaymentLimits
  /** Whether the renter may pay, or have a deposit held, at all. */
  readonly proceeding: Proceeding
  /** Never rejects, and goes on when nobody waits any more. */
  readonly processJob: (job: JobRow) => Promise<Processed>
  /** The account at which a payment of a tenant begins now; null for a gateway that it has none for. */
  readonly accountOf: (tenantId: string, code: string) => Promise<GatewayAccount | null>
  /** Throws 503 while an account's gateway is known to be away. */
  readonly requireThere: (account: PaymentAccount) => void
}

interface Confirmed {
  readonly processed: Processed
  readonly view: PaymentView
}

const invalid = (title: string) => new ServiceError(400, 'InvalidRequest', title)

export function createPayments({ database, secret, limits, proceeding, processJob, accountOf, requireThere }: PaymentsOptions): Payments {
  /** The payment after its job was processed, or after the renter has waited long enough: then as it is stored. */
  const soon = async (tenantId: string, intentId: string, work: Promise<Processed>): Promise<Confirmed> => {
    const patience = new AbortController()
    const tired = delay(limits.answerMs, 'processed' as const, { signal: patience.signal }).catch((): Processed => 'processed')
    const processed = await Promise.race([work, tired])
    patience.abort()
    return { processed, view: viewOf(await database.withTenant(tenantId, (transaction) => intentById(transaction, tenantId, intentId))) }
  }
  const processNow = async (tenantId: string, intent: IntentRow, kind: JobKind, quietSeconds: number): Promise<Confirmed> => {
    const job = await database.withTenant(tenantId, (transaction) =>
      leaseJobOf(transaction, { tenantId, intentId: intent.id, kind }, { leaseSeconds: limits.leaseSeconds, quietSeconds }))
    return job ? soon(tenantId, intent.id, processJob(job)) : { processed: 'processed', view: viewOf(intent) }
  }
  const latest = ({ tenantId, ...of }: PaymentOf) => database.withTenant(tenantId, (transaction) => latestIntent(transaction, { tenantId, ...of }))
  const holdOf = (of: Omit<PaymentOf, 'purpose'>): PaymentOf => ({ ...of, purpose: 'deposit' })

  return {
    start: async (start) => {
      const { tenant: { id: tenantId }, method: { provider } } = start
      const account = await accountOf(tenantId, provider)
      if (!account) throw invalid('There is no such way to pay')
      requirePayable(start, account.gateway.kind)
      requireThere({ tenant_id: tenantId, provider, account_revision: account.revision })
      const { intent, job } = await database.withTenant(tenantId, (transaction) => startPayment(transaction, start, { secret, limits, proceeding, accountRevision: account.revision }))
      return job ? (await soon(start.tenant.id, intent.id, processJob(job))).view : viewOf(intent)
    },
    current: async (of) => {
      const intent = await latest(of)
      return intent && viewOf(intent)
    },
    refresh: async (of) => {
      const intent = await latest(of)
      if (!intent || !isOpen(intent.state)) return intent && viewOf(intent)
      return (await processNow(of.tenantId, intent, 'take', limits.quietSeconds)).view
    },
    confirm: async (of, identifier) => {
      const intent = await database.withTenant(of.tenantId, (transaction) => intentNamed(transaction, of, identifier))
      if (!intent) return { kind: 'unknown' }
      if (!isOpen(intent.state)) return { kind: 'known', payment: viewOf(intent) }
      const { processed, view } = await processNow(of.tenantId, intent, 'take', 0)
      return processed === 'unrecorded' ? { kind: 'unrecorded' } : { kind: 'known', payment: view }
    },
    cancel: async (of) => {
      const intent = await database.withTenant(of.tenantId, async (transaction) => {
        const open = await liveIntent(transaction, of)
        if (!open || !isOpen(open.state)) return latestIntent(transaction, of)
        const locked = await lockIntent(transaction, of.tenantId, open.id)
        if (isOpen(locked.state) && locked.cancel_reason === null) await updateIntent(transaction, locked, { cancel_reason: 'renter' })
        await expediteJob(transaction, of.tenantId, open.id, 'take')
        return intentById(transaction, of.tenantId, open.id)
      })
      if (!intent || !isOpen(intent.state)) return intent && viewOf(intent)
      return (await processNow(of.tenantId, intent, 'take', 0)).view
    },
    queueVoid: async (transaction, of, afterSeconds) => {
      const hold = await liveIntent(transaction, holdOf(of))
      if (hold && await isBeingCaptured(transaction, hold)) return
      if (hold?.state === 'authorised') await queueJob(transaction, { tenantId: of.tenantId, intentId: hold.id, kind: 'void', afterSeconds, leaseSeconds: 0 })
      if (hold?.state === 'authorised' && afterSeconds === 0) await expediteJob(transaction, of.tenantId, hold.id, 'void')
    },
    keepHold: async (transaction, of) => {
      const hold = await liveIntent(transaction, holdOf(of))
      if (hold) await closeJobs(transaction, of.tenantId, hold.id, 'void', 'dropped')
    },
    void: async (of, written) => {
      const hold = await database.withTenant(of.tenantId, async (transaction) => {
        const live = await liveIntent(transaction, holdOf(of))
        if (live?.state !== 'authorised' || await isBeingCaptured(transaction, live)) return latestIntent(transaction, holdOf(of))
        await queueJob(transaction, { tenantId: of.tenantId, intentId: live.id, kind: 'void', afterSeconds: 0, leaseSeconds: 0 })
        await expediteJob(transaction, of.tenantId, live.id, 'void')
        await written?.(transaction, live.id)
        return live
      })
      // Without a job, because it is being captured, nothing is asked.
      if (hold?.state !== 'authorised') return hold && viewOf(hold)
      return (await processNow(of.tenantId, hold, 'void', 0)).view
    },
    ...deskOrders({ database, secret, processNow: (tenantId, intent, kind) => processNow(tenantId, intent, kind, 0) }),
  }
}

/** Refuses what no provider could do anything with. */
function requirePayable({ tenant, purpose, amountMinor, method }: PaymentStart, kind: Gateway['kind']): void {
  const isOffered = tenant.settings.gateways.some(({ code }) => accountCode(code) === method.provider)
  if (!isOffered) throw invalid('There is no such way to pay')
  if (!Number.isSafeInteger(amountMinor) || amountMinor <= 0 && purpose === 'deposit') throw invalid('There is nothing to hold')
  if (kind === 'card' && !method.instrument) throw invalid('A card is paid with by its token')
  if (kind === 'wallet' && (method.instrument || purpose === 'deposit')) throw invalid('A wallet pays what is due, by its own page')
}
