import type { HandOverSide } from '@checkin/api/hand-over'
import type { ColumnType, Generated } from 'kysely'
import type { Tables as TablesBelow } from '../reservations/tables.ts'

/** What a session asks about people and numbers. */
export type DriverCheckKind = 'driver' | 'email' | 'postal-code' | 'tax-number' | 'age'

/** The tables of this layer and of those below it; `tenant_id` comes first in every key. */
export interface Tables extends TablesBelow {
  driver_check: {
    tenant_id: string
    session_id: string
    kind: DriverCheckKind
    window_started_at: Generated<Date>
    asked: Generated<number>
  }
  /** A way for one phone to send pictures to one page: that of a session, or that of an invited driver (DEC-204, DEC-240). */
  picture_hand_over: {
    tenant_id: string
    id: string
    session_id: string | null
    invitation_id: string | null
    reservation_id: string
    token_hash: Buffer
    sides: HandOverSide[]
    created_at: Generated<Date>
    expires_at: Date
    ended_at: ColumnType<Date | null, undefined, Date | null>
    phone_hash: Buffer | null
    number: string | null
    tries: Generated<number>
    confirmed_at: ColumnType<Date | null, undefined, Date | null>
    sent: Generated<number>
    version: Generated<number>
  }
  /** A picture on its way from that phone to that page. */
  handed_picture: {
    tenant_id: string
    id: string
    hand_over_id: string
    side: HandOverSide
    sealed: Buffer
  }
  /** The other driver was asked to fill in his own part (DEC-209). */
  driver_invitation: {
    tenant_id: string
    id: string
    reservation_id: string
    token_hash: Buffer
    /** An address, or the number of one that went by text message. */
    sealed_email: Buffer | null
    /** Two last digits of the number that it went to by text message; null where it went otherwise (DEC-285). */
    number_end: string | null
    created_at: Generated<Date>
    expires_at: Date
    ended_at: ColumnType<Date | null, undefined, Date | null>
    done_at: ColumnType<Date | null, undefined, Date | null>
    key_hash: ColumnType<Buffer | null, undefined, Buffer | null>
  }
  /** A code by which that driver proves the own address or number (DEC-210). */
  invitation_code: {
    tenant_id: string
    id: string
    invitation_id: string
    code_hash: Buffer
    sealed_email: Buffer
    created_at: Generated<Date>
    expires_at: Date
    tries: Generated<number>
    used_at: ColumnType<Date | null, undefined, Date | null>
  }
}
