import type { Generated, JSONColumnType } from 'kysely'

/** What the rental company's own system is told about its reservations. */
export type FleetEventKind =
  | 'reservation.stored' | 'reservation.updated' | 'reservation.completed' | 'reservation.erased'
  | 'payment.settled' | 'payment.declined' | 'payment.cancelled' | 'payment.expired' | 'payment.refunded'
  | 'payment.held' | 'payment.captured' | 'payment.voided' | 'payment.hold-ends'
  | 'upgrade.accepted' | 'driver.saved' | 'customer.email-confirmed'
  | 'agreement.made' | 'agreement.failed' | 'agreement.refused' | 'agreement.signed' | 'agreement.superseded'

export interface FleetTables {
  fleet_event_counter: {
    tenant_id: string
    last_number: number
  }
  fleet_event: {
    tenant_id: string
    number: number
    kind: FleetEventKind
    reservation_id: string
    reference: string
    data: JSONColumnType<Readonly<Record<string, unknown>>>
    occurred_at: Generated<Date>
  }
}
