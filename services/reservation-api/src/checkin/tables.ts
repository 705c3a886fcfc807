import type { Language } from '@checkin/i18n'
import type { ColumnType, Generated } from 'kysely'
import type { Tables as TablesBelow } from '../agreement/tables.ts'

/** A wallet that passes are made for. */
export type Wallet = 'apple' | 'google'

/** The tables of this layer and of those below it; `tenant_id` comes first in every key. */
export interface Tables extends TablesBelow {
  /** What the pass of a rental said last (DEC-280). */
  wallet_pass: {
    tenant_id: string
    reservation_id: string
    wallet: Wallet
    language: Language
    seen_row_version: number
    digest: Buffer
    is_withdrawn: Generated<boolean>
    made_at: Generated<Date>
    /** Whole seconds. */
    changed_at: Generated<Date>
    ends_at: Date
  }
  /** Who has it, and whether there is something to tell. */
  wallet_receiver: {
    tenant_id: string
    reservation_id: string
    wallet: Wallet
    /** Keyed hash. */
    receiver: Buffer
    /** Sealed; null for an object at Google. */
    address: Buffer | null
    attempts: Generated<number>
    due_at: ColumnType<Date | null, Date | null | undefined, Date | null>
    created_at: Generated<Date>
  }
}
