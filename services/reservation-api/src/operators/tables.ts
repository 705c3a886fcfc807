import type { AttentionHistory, MoneyOrder, Resolution } from '@checkin/internal'
import type { Identity } from '@checkin/server'
import type { ColumnType, Generated } from 'kysely'
import type { Tables as TablesBelow } from '../checkin/tables.ts'
import type { Minor } from '../pricing/money.ts'

/** The tables of this layer and of those below it; `tenant_id` comes first in every key. */
export interface Tables extends TablesBelow {
  attention_item: {
    tenant_id: string
    id: string
    kind: string
    reference: string
    since: Date
    version: number
    assignee: string | null
    due_at: Date | null
    resolution: Resolution | null
  }
  attention_change: {
    tenant_id: string
    item_id: string
    version: number
    action: AttentionHistory['changes'][number]['action']
    value: string | null
    comment: string
    actor: string
    identity: ColumnType<Identity, string, never>
    at: Generated<Date>
  }
  money_order: {
    tenant_id: string
    id: string
    reservation_id: string
    kind: MoneyOrder['kind']
    /** Null for the deposit that is held. */
    intent_id: string | null
    /** Null for all that is left or held. */
    amount_minor: Minor | null
    reason: string
    state: MoneyOrder['state']
    orderer: string
    orderer_identity: ColumnType<Identity, string, never>
    ordered_at: Generated<Date>
    decider: ColumnType<string | null, undefined, string>
    decided_at: ColumnType<Date | null, undefined, Date>
    result: ColumnType<MoneyOrder['result'], undefined, string>
    /** The payment that it was begun with; null until then, and for orders of a release before. */
    begun_intent_id: ColumnType<string | null, undefined, string>
  }
}
