import type { ColumnType, Generated, JSONColumnType } from 'kysely'
import type { DriverRules, Excess, ExtraDetails, StoredDocument, StoredLicence, StoredVehicle, Translations } from './stored-documents.ts'

type Json<Value extends object | null> = JSONColumnType<Value>
/** Null or JSON text going in. */
type OptionalJson<Value extends object> = ColumnType<Value | null, string | null, string | null>

/** The tables of reservations; `tenant_id` comes first in every key. Plain dates and local times are texts. */
export interface ReservationTables {
  reservation: {
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
    check_in_at: string
    check_in_place: string
    check_in_zone: string
    days: number
    vehicle: Json<StoredVehicle>
    paid_minor: number
    deposit_minor: number | null
    total_kms: number | null
    kms_included_type: string | null
    excess: Json<Excess>
    driver_rules: Json<DriverRules>
    email_to_sign: string | null
    has_rental_agreement: boolean
    is_precheckout_eligible: boolean
    is_completed: boolean
    completed_by: string | null
    row_version: Generated<number>
    fleet_digest: string | null
    fleet_row_version: number | null
    erased_at: Date | null
    created_at: Generated<Date>
    updated_at: Generated<Date>
  }
  driver: {
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
    value_minor: number
    tax_rate: number
    tax_id: string | null
    discount_rate: number
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
    daily_difference_minor: number
    tax_rate: number
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
}
