import type { ColumnType, Generated, JSONColumnType } from 'kysely'
import type { DriverRules, StoredDocument, StoredLicence, StoredVehicle, Translations } from '@checkin/fleet'
import type { Minor, Rate } from '../pricing/money.ts'
import type { Tables as TablesBelow } from '../identity/tables.ts'
import type { Excess, ExtraDetails, StoredStation, VehicleCondition } from './stored-documents.ts'

type Json<Value extends object | null> = JSONColumnType<Value>
/** What a row has sealed, and with which key of its tenant; see `sealed-rows.ts`. */
interface Sealed {
  sealed: ColumnType<Buffer | null, Buffer | null | undefined, Buffer | null>
  sealed_with: ColumnType<string | null, string | null | undefined, string | null>
}
/** Null or JSON text going in. */
type OptionalJson<Value extends object> = ColumnType<Value | null, string | null, string | null>

/** Events of reservations for the rental company's own system. */
export type FleetEventKind =
  | 'reservation.stored' | 'reservation.updated' | 'reservation.completed' | 'reservation.erased'
  | 'payment.settled' | 'payment.declined' | 'payment.cancelled' | 'payment.expired' | 'payment.refunded' | 'payment.refund-refused'
  | 'payment.held' | 'payment.captured' | 'payment.capture-refused' | 'payment.voided' | 'payment.release-refused' | 'payment.hold-ends' | 'payment.renewed' | 'payment.renewal-refused'
  | 'upgrade.accepted' | 'upgrade.withdrawn' | 'driver.saved' | 'customer.email-confirmed'
  | 'agreement.made' | 'agreement.failed' | 'agreement.refused' | 'agreement.signed' | 'agreement.superseded'

/** The tables of this layer and of those below it; `tenant_id` comes first in every key. */
export interface Tables extends TablesBelow {
  reservation: Sealed & {
    tenant_id: string
    id: string
    guid: string
    number: string
    reference: string
    reference_key: string
    emg_number: string | null
    source: string | null
    voucher_number: string | null
    customer_name: string
    customer_surname: string
    customer_email: string | null
    check_out_at: string
    check_out_place: string
    check_out_zone: string
    check_out_station: OptionalJson<StoredStation>
    check_in_at: string
    check_in_place: string
    check_in_zone: string
    check_in_station: OptionalJson<StoredStation>
    days: number
    vehicle: Json<StoredVehicle>
    /** What an upgrade of the renter replaced. */
    vehicle_before: ColumnType<StoredVehicle | null, string | null | undefined, string | null>
    paid_minor: Minor
    deposit_minor: Minor | null
    total_kms: number | null
    kms_included_type: string | null
    excess: Json<Excess>
    driver_rules: Json<DriverRules>
    email_to_sign: string | null
    condition: OptionalJson<VehicleCondition>
    has_rental_agreement: boolean
    is_precheckout_eligible: boolean
    is_completed: boolean
    completed_by: string | null
    row_version: Generated<number>
    fleet_digest: string | null
    fleet_row_version: number | null
    erased_at: Date | null
    /** Until when the papers of an erased rental are kept; null when they went with the rest. */
    pdfs_until: ColumnType<Date | null, undefined, Date | null>
    created_at: Generated<Date>
    updated_at: Generated<Date>
  }
  driver: Sealed & {
    /** Under each of them a sealed row is found by its licence and its e-mail address. */
    licence_hash: ColumnType<Buffer | null, Buffer | null | undefined, Buffer | null>
    email_hash: ColumnType<Buffer | null, Buffer | null | undefined, Buffer | null>
    /** Of the mobile number that a code may go to (DEC-231). */
    sms_number_hash: ColumnType<Buffer | null, Buffer | null | undefined, Buffer | null>
    tenant_id: string
    id: string
    reservation_id: string
    role: 'main' | 'additional'
    number: number
    name: string
    surname: string
    birth_date: string | null
    birth_place: string | null
    address: string | null
    address_complement: string | null
    zip_code: string | null
    city: string | null
    country_id: number | null
    nationality_id: number | null
    email: string | null
    mobile_prefix: string | null
    mobile_phone: string | null
    tax_number: string | null
    gateway_driver_id: string | null
    undesirable: boolean
    /** Filled in by the driver, of whom the renter sees no more than the first name (DEC-211). */
    is_invited: Generated<boolean>
    document: OptionalJson<StoredDocument>
    licence: OptionalJson<StoredLicence>
    second_licence: OptionalJson<StoredLicence>
  }
  extra_line: {
    tenant_id: string
    reservation_id: string
    extra_id: string
    description: string
    observations: string | null
    translations: Json<Translations>
    category: string | null
    rate_period_type: string
    order_to_show: number
    /** Of a percentual extra a rate. */
    value_minor: Minor | Rate
    tax_rate: Rate
    tax_id: string | null
    discount_rate: Rate
    quantity: number
    /** Of the quantity, what came with an included line; 0 for other lines (DEC-97). */
    included_quantity: Generated<number>
    units: number
    is_accepted: boolean
    is_included: boolean
    flags: string[]
    accepted_at: string | null
    details: Json<ExtraDetails>
  }
  upgrade_offer: {
    tenant_id: string
    reservation_id: string
    group_id: string
    vehicle: Json<StoredVehicle>
    daily_difference_minor: Minor
    tax_rate: Rate
  }
  saved_card: {
    tenant_id: string
    reservation_id: string
    token: string
    provider: string
    masked_number: string
    card_flag: string
    reference_token: string | null
  }
  /** Units of an extra that a station can still give. */
  extra_stock: {
    tenant_id: string
    place: string
    extra_id: string
    units_left: number
  }
  fleet_event_counter: {
    tenant_id: string
    last_number: number
  }
  fleet_event: {
    tenant_id: string
    /** Negative until it is numbered, further from zero the later it was written. */
    number: Generated<number>
    kind: FleetEventKind
    reservation_id: string
    reference: string
    data: JSONColumnType<Readonly<Record<string, unknown>>>
    occurred_at: Generated<Date>
  }
  offer_answer: {
    tenant_id: string
    id: string
    reservation_id: string
    session_id: string
    view_tag: string
    action: string
    answered_at: Generated<Date>
    /** Grows with every answer, also within one call. */
    number: Generated<number>
  }
}
