import type { FastifyBaseLogger } from 'fastify'
import type { Transaction } from 'kysely'
import type { Tables } from '../../tables.ts'
import { recordBreak } from './break-store.ts'
import type { Gateways } from './gateways.ts'
import { intentByTransaction } from './intent-store.ts'
import { keepEvent, markEvent } from './inbox-store.ts'
import { hurryOrder } from './outbox-store.ts'
import { outcomeFacts } from './outcome-event.ts'
import type { PaymentMetrics } from './payment-metrics.ts'
import { isOpen } from './payment-state.ts'
import type { InboxState } from './payment-tables.ts'
import type { ProviderEvent, ProviderOutcome, RawCallback } from './providers/provider.ts'
import { gatewayKind } from './providers/provider-set.ts'
import { applyOutcome, type Applied } from './settle.ts'
import type { TakeDependencies } from './take-payment.ts'

/** What a provider is answered: taken (also when it was known, unknown or wrong: it need not come again), or refused for its signature. */
export type CallbackResult =
  | { readonly kind: 'taken'; readonly acknowledgement: string; readonly hasNews: boolean }
  | { readonly kind: 'refused' }
  | { readonly kind: 'unknown-gateway' }

export interface ReceiveDependencies extends TakeDependencies {
  readonly gateways: Gateways
  readonly metrics: PaymentMetrics
  readonly log: FastifyBaseLogger
}

interface Received {
  readonly result: InboxState | 'repeated'
  readonly applied: Applied | null
  readonly isNewBreak: boolean
}

/**
 * Takes what a provider calls to say: each event once, believed only with a signature of an account of this very tenant, applied only along the table
 * and only to payments of the accounts whose secret it was signed with (P13, P14).
 */
export async function receiveCallback(
  dependencies: ReceiveDependencies, { provider, tenantId, callback }: { readonly provider: string; readonly tenantId: string; readonly callback: RawCallback },
): Promise<CallbackResult> {
  const { gateways, metrics, database, log } = dependencies
  if (gatewayKind(provider) === null) return { kind: 'unknown-gateway' }
  // Two revisions may share a secret: whichever hold may speak.
  const speaking = (await gateways.listening(tenantId, provider)).flatMap(({ revision, gateway }) => {
    const event = gateway.provider.readCallback(callback)
    return event ? [{ revision, event, acknowledgement: gateway.provider.acknowledgement }] : []
  })
  const [heard] = speaking
  if (!heard) {
    metrics.callback(provider, 'refused')
    log.warn({ provider, tenant: tenantId }, 'a callback without a good signature was refused')
    return { kind: 'refused' }
  }
  const { event, acknowledgement } = heard
  const revisions = speaking.map(({ revision }) => revision)
  const { result, applied, isNewBreak } = await database.withTenant(tenantId, (transaction) =>
    keepAndApply(transaction, dependencies, { provider, tenantId, event, revisions }))
  metrics.callback(provider, result)
  if (applied) dependencies.onApplied(event.outcome, applied)
  if (isNewBreak) {
    metrics.broken('unknown-transaction')
    log.error({ provider, tenant: tenantId }, 'a provider speaks of a payment that is not ours')
  }
  return { kind: 'taken', acknowledgement, hasNews: result === 'applied' || result === 'asked' }
}

const isBadNews = ({ kind }: ProviderOutcome): boolean => kind === 'declined' || kind === 'cancelled' || kind === 'expired'

async function keepAndApply(
  transaction: Transaction<Tables>, { complete }: ReceiveDependencies,
  { provider, tenantId, event, revisions }: { readonly provider: string; readonly tenantId: string; readonly event: ProviderEvent; readonly revisions: readonly (number | null)[] },
): Promise<Received> {
  const name = { tenantId, provider, eventId: event.eventId }
  if (!await keepEvent(transaction, name, event, 'unmatched')) return { result: 'repeated', applied: null, isNewBreak: false }
  // Also what another tenant's payment is told under: row-level security shows it to nobody else.
  const intent = await intentByTransaction(transaction, tenantId, provider, event.merchantTransactionId)
  // An account says nothing about payments of another one.
  if (!intent || !revisions.includes(intent.account_revision)) {
    const isNewBreak = await recordBreak(transaction, {
      tenantId, kind: 'unknown-transaction', provider, merchantTransactionId: event.merchantTransactionId.slice(0, 100), reservationId: null,
      expected: {}, reported: outcomeFacts(event.outcome),
    })
    return { result: 'unmatched', applied: null, isNewBreak }
  }
  if (isOpen(intent.state) && isBadNews(event.outcome)) {
    // A word that ends a payment without money may have overtaken the one that says it was paid: the provider is asked how it stands now.
    await hurryOrder(transaction, tenantId, intent.id, 'take')
    await markEvent(transaction, name, 'asked')
    return { result: 'asked', applied: null, isNewBreak: false }
  }
  const applied = await applyOutcome(transaction, { tenantId, intentId: intent.id, outcome: event.outcome, complete })
  const result = applied.kind === 'moved' || applied.kind === 'unmoved' ? 'applied' : applied.kind
  await markEvent(transaction, name, result)
  // An approved wallet waits for our capture: nobody has to come back for it (P16).
  if (isOpen(applied.intent.state) && result === 'applied') await hurryOrder(transaction, tenantId, intent.id, 'take')
  return { result, applied, isNewBreak: false }
}
