import type { Minor } from '../pricing/money.ts'
import { previewHost } from '@checkin/server'
import { siteAddress, type SiteScheme } from '../tenants/site-address.ts'
import { newToken } from '../identity/opaque-token.ts'
import type { Tenant } from '../tenants/tenant-store.ts'
import type { CircuitBreaker } from './circuit-breaker.ts'
import { breakerName, type Gateways } from './gateways.ts'
import type { IntentRow } from './intent-store.ts'
import type { CardInstrument, ProviderOrder, ProviderOutcome, RefundOfOrder } from './providers/provider.ts'
import { gatewayKind, type Gateway } from './providers/provider.ts'

export interface GatewayCallsOptions {
  readonly gateways: Pick<Gateways, 'at'>
  readonly breaker: CircuitBreaker
  /** How tenants' sites are reached from outside. */
  readonly site: SiteScheme
  /** Origin at which providers reach us, without a slash at the end. */
  readonly callbackBase: string
  /** Milliseconds after which a question is given up, however many calls its adapter makes of it: nobody knows then what it did. */
  readonly callMs: number
  /** Ends the questions of one step together; after it nothing is asked. */
  readonly until?: AbortSignal
}

const silence: ProviderOutcome = { kind: 'unknown', reason: 'timeout' }

/** What a request to charge needs beside its payment. */
export interface OrderContext {
  readonly tenant: Tenant
  /** The renter's name for the reservation; the provider's records show it. */
  readonly reference: string
  /** Null for a wallet. */
  readonly instrument: CardInstrument | null
  /** Begun at the tenant's origin for previews, where its renter returns to (DEC-299). */
  readonly isPreview: boolean
}

/** Everything that is ever asked of a provider, each guarded by the breaker and by time. None of them throws. */
export interface GatewayCalls {
  readonly kindOf: (provider: string) => Gateway['kind']
  readonly send: (intent: IntentRow, context: OrderContext) => Promise<ProviderOutcome>
  readonly ask: (intent: IntentRow) => Promise<ProviderOutcome>
  /** Captures what the renter approved at a wallet. */
  readonly capture: (intent: IntentRow) => Promise<ProviderOutcome>
  /** Stops what the renter has not finished. */
  readonly giveUp: (intent: IntentRow) => Promise<ProviderOutcome>
  /** Voids a hold. */
  readonly voidHold: (intent: IntentRow) => Promise<ProviderOutcome>
  /** Takes a part of a hold, or all of it; the same again is the same capture at the provider. */
  readonly captureHold: (intent: IntentRow, amountMinor: Minor) => Promise<ProviderOutcome>
  /** Gives money back; the same number again is the same refund at the provider. */
  readonly refund: (intent: IntentRow, of: Pick<RefundOfOrder, 'amountMinor' | 'number'>) => Promise<ProviderOutcome>
}

export function gatewayCalls({ gateways, breaker, site, callbackBase, callMs, until }: GatewayCallsOptions): GatewayCalls {
  const guarded = async (intent: IntentRow, ask: (gateway: Gateway, limit: AbortSignal) => Promise<ProviderOutcome>): Promise<ProviderOutcome> =>
    // Time that is over is no fault of the provider: the breaker does not count it.
    (until?.aborted ? silence : breaker.call(breakerName(intent), () => withLimit([AbortSignal.timeout(callMs), ...(until ? [until] : [])], async (limit) => ask(await gateways.at(intent), limit))))

  const orderOf = (intent: IntentRow, { tenant, reference, isPreview }: OrderContext): ProviderOrder => {
    // The address names nothing: the page finds its payment by the session, and the provider learns no link that opens anything (DEC-77).
    const back = `${siteAddress(site, isPreview ? previewHost(tenant.host) : tenant.host)}/reservation/${newToken()}`
    return {
      tenantId: tenant.id, merchantTransactionId: intent.merchant_transaction_id, amountMinor: intent.amount_minor, currency: intent.currency,
      language: intent.language, description: `${tenant.settings.firmName} ${reference}`, successUrl: `${back}/success`, cancelUrl: `${back}/cancel`,
      callbackUrl: `${callbackBase}/provider/v1/${intent.provider}/callback/${tenant.id}`,
    }
  }
  const idsOf = (intent: IntentRow) => ({ merchantTransactionId: intent.merchant_transaction_id, providerId: intent.provider_id ?? '' })

  return {
    kindOf: (code) => {
      const kind = gatewayKind(code)
      if (kind === null) throw new Error(`There is no gateway ${code}`)
      return kind
    },
    ask: (intent) => guarded(intent, ({ provider }, limit) => provider.status(intent.merchant_transaction_id, limit)),
    send: (intent, context) => guarded(intent, async (gateway, limit) => {
      const order = orderOf(intent, context)
      if (gateway.kind === 'wallet') return gateway.provider.createOrder(order, limit)
      if (!context.instrument) throw new Error('a card payment has its instrument until it ends')
      const card = { ...order, instrument: context.instrument, register: intent.keeps_card, isMerchantInitiated: intent.renews !== null }
      return intent.purpose === 'deposit' ? gateway.provider.preauthorise(card, limit) : gateway.provider.debit(card, limit)
    }),
    capture: (intent) => guarded(intent, async (gateway, limit) =>
      (gateway.kind === 'wallet' ? gateway.provider.capture(idsOf(intent), limit) : gateway.provider.status(intent.merchant_transaction_id, limit))),
    giveUp: (intent) => guarded(intent, async (gateway, limit) =>
      (gateway.kind === 'wallet' ? gateway.provider.cancel(idsOf(intent), limit) : gateway.provider.void(idsOf(intent), limit))),
    voidHold: (intent) => guarded(intent, async (gateway, limit) => {
      if (gateway.kind === 'wallet') throw new Error('a wallet holds nothing')
      return gateway.provider.void(idsOf(intent), limit)
    }),
    captureHold: (intent, amountMinor) => guarded(intent, async (gateway, limit) => {
      if (gateway.kind === 'wallet') throw new Error('a wallet holds nothing')
      return gateway.provider.capture({ ...idsOf(intent), amountMinor, currency: intent.currency }, limit)
    }),
    refund: (intent, of) => guarded(intent, async ({ provider }, limit) => provider.refund({ ...idsOf(intent), ...of, currency: intent.currency }, limit)),
  }
}

/** What the adapter answers before the first of the limits; an adapter that does not heed them is not waited for. */
function withLimit(limits: readonly AbortSignal[], ask: (limit: AbortSignal) => Promise<ProviderOutcome>): Promise<ProviderOutcome> {
  const over = new AbortController()
  const end = (): void => { over.abort() }
  for (const limit of limits) limit.addEventListener('abort', end)
  return new Promise<ProviderOutcome>((resolve, reject) => {
    over.signal.addEventListener('abort', () => { resolve(silence) })
    ask(over.signal).then(resolve, reject)
  }).finally(() => { for (const limit of limits) limit.removeEventListener('abort', end) })
}
