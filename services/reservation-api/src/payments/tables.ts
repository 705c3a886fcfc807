import type { Language } from '@checkin/i18n'
import type { ColumnType, Generated, JSONColumnType } from 'kysely'
import type { Tables as TablesBelow } from '../drivers/tables.ts'
import type { PaymentPurpose, PaymentState } from './payment-state.ts'
import type { CardSummary, ProviderOutcome } from './providers/provider.ts'
import type { Minor } from '../pricing/money.ts'

/** Written with the database's clock only, never this process's. */
type StampFromSql = ColumnType<Date | null, Date | null | undefined, Date | null>

export type JobKind = 'take' | 'void' | 'refund' | 'ticket-refund' | 'capture'
/** What became of an event. `asked`: it ends a payment without money, so the provider is asked before it is believed. */
export type InboxState = 'applied' | 'asked' | 'late' | 'early' | 'mismatch' | 'unmatched'
export type LedgerKind = 'charge' | 'refund' | 'hold' | 'void' | 'capture'

/**
 * Where the provider and we do not agree. `unknown-transaction`: it speaks of a payment that is not ours. `wrong-amount`: another sum or currency.
 * `late-money`: money moved although the payment ended otherwise. `not-at-provider`: we have it as paid or held, the provider has not.
 */
export const discrepancyKinds = ['unknown-transaction', 'wrong-amount', 'late-money', 'not-at-provider'] as const
export type DiscrepancyKind = (typeof discrepancyKinds)[number]

/** Who gave a payment up: the renter, or time. */
export type CancelReason = 'renter' | 'deadline'

/** What was ordered of one payment; `refused`: nothing moved by it, `code` is the provider's. */
interface OrderTable<Done extends string> {
  tenant_id: string
  intent_id: string
  amount_minor: ColumnType<Minor, Minor, never>
  state: Generated<'ordered' | Done | 'refused'>
  code: ColumnType<string | null, undefined, string | null>
  ordered_at: Generated<Date>
  ended_at: StampFromSql
}

/** The tables of this layer and of those below it; `tenant_id` comes first in every key. */
export interface Tables extends TablesBelow {
  payment_intent: {
    tenant_id: string
    id: string
    reservation_id: string
    purpose: PaymentPurpose
    amount_minor: Minor
    currency: string
    row_version: number
    merchant_transaction_id: string
    provider: string
    /** Revision of the tenant's account that it began with; null is the environment's. */
    account_revision: ColumnType<number | null, number | null | undefined, never>
    provider_id: ColumnType<string | null, undefined, string | null>
    state: Generated<PaymentState>
    /** Sealed; null once nobody needs it any more. */
    means: Buffer | null
    keeps_card: boolean
    session_id: string
    language: Language | null
    redirect_url: ColumnType<string | null, undefined, string | null>
    is_redirect_framed: Generated<boolean>
    code: ColumnType<string | null, undefined, string | null>
    card: ColumnType<CardSummary | null, undefined, string | null>
    capture_before: ColumnType<Date | null, undefined, Date | string | null>
    cancel_reason: ColumnType<CancelReason | null, undefined, CancelReason>
    deadline_at: Date
    sent_at: StampFromSql
    settled_at: StampFromSql
    checked_at: StampFromSql
    hold_warned_at: StampFromSql
    /** Of a captured deposit: what counts as paid towards the rental, less what was refunded of that part. */
    counted_minor: Generated<Minor>
    /** The hold in whose place it is to come; null for every other payment. */
    renews: ColumnType<string | null, string | null | undefined, never>
    /** Not the hold in force: a renewal that is not held yet, or a hold that a renewal has replaced. */
    is_aside: Generated<boolean>
    created_at: Generated<Date>
    updated_at: Generated<Date>
  }
  payment_key: {
    tenant_id: string
    reservation_id: string
    client_key: string
    body_digest: string
    intent_id: string
    created_at: Generated<Date>
  }
  payment_outbox: {
    tenant_id: string
    id: string
    intent_id: string
    kind: JobKind
    state: Generated<'queued' | 'done' | 'dropped'>
    attempts: Generated<number>
    next_attempt_at: Generated<Date>
    leased_until: StampFromSql
    last_outcome: ColumnType<string | null, undefined, string | null>
    /** W3C trace context of what caused the job; null where nothing was traced. */
    traceparent: ColumnType<string | null, string | null | undefined, never>
    created_at: Generated<Date>
    finished_at: StampFromSql
  }
  refund_order: OrderTable<'refunded'>
  /** What goes back because a renter took something back by the ticket (DEC-282). */
  ticket_refund: OrderTable<'refunded'> & {
    /** From 2: the company's refund is the first. */
    number: ColumnType<number, number, never>
  }
  capture_order: OrderTable<'captured'>
  provider_inbox: {
    tenant_id: string
    provider: string
    event_id: string
    merchant_transaction_id: string
    outcome: JSONColumnType<ProviderOutcome>
    state: InboxState
    received_at: Generated<Date>
  }
  payment_ledger: {
    tenant_id: string
    id: string
    intent_id: string
    reservation_id: string
    kind: LedgerKind
    amount_minor: Minor
    currency: string
    provider: string
    provider_id: string
    recorded_at: Generated<Date>
  }
  reconciliation_break: {
    tenant_id: string
    id: string
    kind: DiscrepancyKind
    provider: string
    merchant_transaction_id: string
    reservation_id: string | null
    expected: JSONColumnType<Readonly<Record<string, unknown>>>
    reported: JSONColumnType<Readonly<Record<string, unknown>>>
    found_at: Generated<Date>
    resolved_at: StampFromSql
  }
}
