import { setTimeout as delay } from 'node:timers/promises'
import { ServiceError, type Database } from '@checkin/server'
import type { Tables } from '../../tables.ts'
import { intentById, intentNamed, latestIntent, liveIntent, lockIntent, updateIntent, type IntentRow } from './intent-store.ts'
import { closeOrders, hurryOrder, queueOrder, takeOrderOf, type OrderRow } from './outbox-store.ts'
import type { PaymentLimits } from './payment-limits.ts'
import { isOpen } from './payment-state.ts'
import type { OrderKind } from './payment-tables.ts'
import type { PaymentView } from './payment-view.ts'
import { viewOf } from './payment-view-of.ts'
import type { PaymentOf, Payments, PaymentStart } from './payments.ts'
import type { GatewayAccount, PaymentAccount } from './gateways.ts'
import type { Gateway } from './providers/provider-set.ts'
import type { Proceeding } from '../proceeding/proceeding.ts'
import { startPayment } from './start-payment.ts'
import type { Carried } from './take-payment.ts'

export interface PaymentsOptions {
  readonly database: Database<Tables>
  readonly secret: string
  readonly limits: PaymentLimits
  /** Whether the renter may pay, or have a deposit held, at all. */
  readonly proceeding: Proceeding
  /** Carries an order out; never rejects, and goes on when nobody waits any more. */
  readonly carryOut: (order: OrderRow) => Promise<Carried>
  /** The account at which a payment of a tenant begins now; null for a gateway that it has none for. */
  readonly accountOf: (tenantId: string, code: string) => Promise<GatewayAccount | null>
  /** Throws 503 while an account's gateway is known to be away. */
  readonly requireThere: (account: PaymentAccount) => void
}

interface Confirmed {
  readonly carried: Carried
  readonly view: PaymentView
}

const invalid = (title: string) => new ServiceError(400, 'InvalidRequest', title)

export function createPayments({ database, secret, limits, proceeding, carryOut, accountOf, requireThere }: PaymentsOptions): Payments {
  /** The payment after its order was carried out, or after the renter has waited long enough: then as it stands in the books. */
  const soon = async (tenantId: string, intentId: string, work: Promise<Carried>): Promise<Confirmed> => {
    const patience = new AbortController()
    const tired = delay(limits.answerMs, 'carried' as const, { signal: patience.signal }).catch((): Carried => 'carried')
    const carried = await Promise.race([work, tired])
    patience.abort()
    return { carried, view: viewOf(await database.withTenant(tenantId, (transaction) => intentById(transaction, tenantId, intentId))) }
  }
  const carryOn = async (tenantId: string, intent: IntentRow, kind: OrderKind, quietSeconds: number): Promise<Confirmed> => {
    const order = await database.withTenant(tenantId, (transaction) =>
      takeOrderOf(transaction, { tenantId, intentId: intent.id, kind }, { leaseSeconds: limits.leaseSeconds, quietSeconds }))
    return order ? soon(tenantId, intent.id, carryOut(order)) : { carried: 'carried', view: viewOf(intent) }
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
      const { intent, order } = await database.withTenant(tenantId, (transaction) => startPayment(transaction, start, { secret, limits, proceeding, accountRevision: account.revision }))
      return order ? (await soon(start.tenant.id, intent.id, carryOut(order))).view : viewOf(intent)
    },
    current: async (of) => {
      const intent = await latest(of)
      return intent && viewOf(intent)
    },
    refresh: async (of) => {
      const intent = await latest(of)
      if (!intent || !isOpen(intent.state)) return intent && viewOf(intent)
      return (await carryOn(of.tenantId, intent, 'take', limits.quietSeconds)).view
    },
    confirm: async (of, identifier) => {
      const intent = await database.withTenant(of.tenantId, (transaction) => intentNamed(transaction, of, identifier))
      if (!intent) return { kind: 'unknown' }
      if (!isOpen(intent.state)) return { kind: 'known', payment: viewOf(intent) }
      const { carried, view } = await carryOn(of.tenantId, intent, 'take', 0)
      return carried === 'unbooked' ? { kind: 'unbooked' } : { kind: 'known', payment: view }
    },
    cancel: async (of) => {
      const intent = await database.withTenant(of.tenantId, async (transaction) => {
        const open = await liveIntent(transaction, of)
        if (!open || !isOpen(open.state)) return latestIntent(transaction, of)
        const locked = await lockIntent(transaction, of.tenantId, open.id)
        if (isOpen(locked.state) && locked.cancel_reason === null) await updateIntent(transaction, locked, { cancel_reason: 'renter' })
        await hurryOrder(transaction, of.tenantId, open.id, 'take')
        return intentById(transaction, of.tenantId, open.id)
      })
      if (!intent || !isOpen(intent.state)) return intent && viewOf(intent)
      return (await carryOn(of.tenantId, intent, 'take', 0)).view
    },
    queueVoid: async (transaction, of, afterSeconds) => {
      const hold = await liveIntent(transaction, holdOf(of))
      if (hold?.state === 'authorised') await queueOrder(transaction, { tenantId: of.tenantId, intentId: hold.id, kind: 'void', afterSeconds, leaseSeconds: 0 })
      if (hold?.state === 'authorised' && afterSeconds === 0) await hurryOrder(transaction, of.tenantId, hold.id, 'void')
    },
    keepHold: async (transaction, of) => {
      const hold = await liveIntent(transaction, holdOf(of))
      if (hold) await closeOrders(transaction, of.tenantId, hold.id, 'void', 'dropped')
    },
    void: async (of) => {
      const hold = await database.withTenant(of.tenantId, async (transaction) => {
        const live = await liveIntent(transaction, holdOf(of))
        if (live?.state !== 'authorised') return latestIntent(transaction, holdOf(of))
        await queueOrder(transaction, { tenantId: of.tenantId, intentId: live.id, kind: 'void', afterSeconds: 0, leaseSeconds: 0 })
        await hurryOrder(transaction, of.tenantId, live.id, 'void')
        return live
      })
      if (hold?.state !== 'authorised') return hold && viewOf(hold)
      return (await carryOn(of.tenantId, hold, 'void', 0)).view
    },
  }
}

/** Refuses what no provider could do anything with. */
function requirePayable({ tenant, purpose, amountMinor, method }: PaymentStart, kind: Gateway['kind']): void {
  const isOffered = tenant.settings.gateways.some(({ code }) => code === method.provider)
  if (!isOffered) throw invalid('There is no such way to pay')
  if (!Number.isSafeInteger(amountMinor) || amountMinor <= 0 && purpose === 'deposit') throw invalid('There is nothing to hold')
  if (kind === 'card' && !method.means) throw invalid('A card is paid with by its token')
  if (kind === 'wallet' && (method.means || purpose === 'deposit')) throw invalid('A wallet pays what is due, by its own page')
}
