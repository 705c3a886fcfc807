import type { FastifyBaseLogger } from 'fastify'
import type { Transaction } from 'kysely'
import type { InboxState, Tables } from './tables.ts'
import { recordDiscrepancy } from './discrepancy-store.ts'
import type { Gateways } from './gateways.ts'
import { intentByTransaction } from './intent-store.ts'
import { storeEvent, markEvent } from './inbox-store.ts'
import { expediteJob } from './outbox-store.ts'
import type { PaymentMetrics } from './payment-metrics.ts'
import { isOpen } from './payment-state.ts'
import { gatewayKind, outcomeFacts, type ProviderEvent, type ProviderOutcome, type RawCallback } from './providers/provider.ts'
import { applyOutcome, type Applied } from './settle.ts'
import type { ProcessDependencies } from './process-payment.ts'

/** The answer to a provider: taken (also when it was known, unknown or wrong: it need not come again), or refused for its signature. */
export type CallbackResult =
  | { readonly kind: 'taken'; readonly acknowledgement: string; readonly hasNews: boolean }
  | { readonly kind: 'refused' }
  | { readonly kind: 'unknown-gateway' }

export interface ReceiveDependencies extends ProcessDependencies {
  readonly gateways: Gateways
  readonly metrics: PaymentMetrics
  readonly log: FastifyBaseLogger
}

interface Received {
  readonly result: InboxState | 'repeated'
  readonly applied: Applied | null
  readonly isNewDiscrepancy: boolean
}

/**
 * Receives a provider's callback: each event once, believed only with a signature of an account of this very tenant, applied only by the table
 * and only to payments of the accounts whose secret it was signed with (P13, P14).
 */
export async function receiveCallback(
  dependencies: ReceiveDependencies, { provider, tenantId, callback }: { readonly provider: string; readonly tenantId: string; readonly callback: RawCallback },
): Promise<CallbackResult> {
  const { gateways, metrics, database, log } = dependencies
  if (gatewayKind(provider) === null) return { kind: 'unknown-gateway' }
  // Two revisions may share a secret, so more than one signature may hold.
  const verified = (await gateways.listening(tenantId, provider)).flatMap(({ revision, gateway }) => {
    const event = gateway.provider.readCallback(callback)
    return event ? [{ revision, event, acknowledgement: gateway.provider.acknowledgement }] : []
  })
  const [first] = verified
  if (!first) {
    metrics.callback(provider, 'refused')
    log.warn({ provider, tenant: tenantId }, 'a callback without a good signature was refused')
    return { kind: 'refused' }
  }
  const { event, acknowledgement } = first
  const revisions = verified.map(({ revision }) => revision)
  const { result, applied, isNewDiscrepancy } = await database.withTenant(tenantId, (transaction) =>
    keepAndApply(transaction, dependencies, { provider, tenantId, event, revisions }))
  metrics.callback(provider, result)
  if (applied) dependencies.onApplied(event.outcome, applied)
  if (isNewDiscrepancy) {
    metrics.discrepancy('unknown-transaction')
    log.error({ provider, tenant: tenantId }, 'a provider names a payment that is not ours')
  }
  return { kind: 'taken', acknowledgement, hasNews: result === 'applied' || result === 'asked' }
}

const endsWithoutMoney = ({ kind }: ProviderOutcome): boolean => kind === 'declined' || kind === 'cancelled' || kind === 'expired'

async function keepAndApply(
  transaction: Transaction<Tables>, { complete }: ReceiveDependencies,
  { provider, tenantId, event, revisions }: { readonly provider: string; readonly tenantId: string; readonly event: ProviderEvent; readonly revisions: readonly (number | null)[] },
): Promise<Received> {
  const name = { tenantId, provider, eventId: event.eventId }
  if (!await storeEvent(transaction, name, event, 'unmatched')) return { result: 'repeated', applied: null, isNewDiscrepancy: false }
  // Another tenant's payment is not found either: row-level security shows it to nobody else.
  const intent = await intentByTransaction(transaction, tenantId, provider, event.merchantTransactionId)
  // An account has no say about payments of another one.
  if (!intent || !revisions.includes(intent.account_revision)) {
    const isNewDiscrepancy = await recordDiscrepancy(transaction, {
      tenantId, kind: 'unknown-transaction', provider, merchantTransactionId: event.merchantTransactionId.slice(0, 100), intent: null, reported: outcomeFacts(event.outcome),
    })
    return { result: 'unmatched', applied: null, isNewDiscrepancy }
  }
  if (isOpen(intent.state) && endsWithoutMoney(event.outcome)) {
    // An event that ends a payment without money may have overtaken the one that it was paid: the provider is asked for the status.
    await expediteJob(transaction, tenantId, intent.id, 'take')
    await markEvent(transaction, name, 'asked')
    return { result: 'asked', applied: null, isNewDiscrepancy: false }
  }
  const applied = await applyOutcome(transaction, { tenantId, intentId: intent.id, outcome: event.outcome, complete })
  const result = applied.kind === 'moved' || applied.kind === 'unmoved' ? 'applied' : applied.kind
  await markEvent(transaction, name, result)
  // An approved wallet waits for our capture: nobody has to come back for it (P16).
  if (isOpen(applied.intent.state) && result === 'applied') await expediteJob(transaction, tenantId, intent.id, 'take')
  return { result, applied, isNewDiscrepancy: false }
}
