import { createHash, randomBytes, randomInt, randomUUIDv7 } from 'node:crypto'
import { extraFlags } from '@checkin/api'
import type { Insertable } from 'kysely'
import { minorOf, rateOf, type Minor, type Rate } from '../pricing/money.ts'
import type { DriverRow } from '../reservations/sealed-rows.ts'
import type { Tables } from '../tables.ts'
import type { FleetDriver, FleetExtra, FleetReservation, FleetUpgrade } from '@checkin/fleet'

type Row<Table extends keyof Tables> = Insertable<Tables[Table]>
/** Which reservation the rows belong to. */
export interface RowKey {
  readonly tenant_id: string
  readonly reservation_id: string
}

/** Amounts of a reservation in minor units of its currency. */
const amountsIn = (currency: string) => (decimal: number | null): Minor | null => (decimal === null ? null : minorOf(decimal, currency))
const hundredths = (decimal: number | null): Rate | null => (decimal === null ? null : rateOf(decimal))

/** Rental days by the clock: every started 24 hours is one. */
export function daysBetween(from: string, to: string): number {
  const hours = (Date.parse(`${to}Z`) - Date.parse(`${from}Z`)) / 3_600_000
  return Math.max(1, Math.ceil(hours / 24))
}

/** What is kept of the company's last words, to know a repetition. */
export const digestOf = (reservation: FleetReservation): string => createHash('sha256').update(JSON.stringify(reservation)).digest('base64url')

/** Names that a new reservation gets for ever: row id, public id, number. */
export const newNames = () => ({ id: randomUUIDv7(), guid: randomBytes(18).toString('base64url'), number: String(randomInt(100_000_000, 1_000_000_000)) })

export const reservationColumns = (reservation: FleetReservation, currency: string) => ({
  source: reservation.source ?? null, emg_number: reservation.numberEMG, voucher_number: reservation.voucherNr,
  customer_name: reservation.customer.name, customer_surname: reservation.customer.surname, customer_email: reservation.customer.email,
  check_out_at: reservation.checkOut.dateAndTime, check_out_place: reservation.checkOut.place, check_out_zone: reservation.checkOut.timeZone, check_out_station: jsonOrNull(reservation.checkOut.station ?? null),
  check_in_at: reservation.checkIn.dateAndTime, check_in_place: reservation.checkIn.place, check_in_zone: reservation.checkIn.timeZone, check_in_station: jsonOrNull(reservation.checkIn.station ?? null),
  days: reservation.nrDays ?? daysBetween(reservation.checkOut.dateAndTime, reservation.checkIn.dateAndTime),
  vehicle: JSON.stringify(reservation.vehicle),
  paid_minor: minorOf(reservation.paidValue, currency), deposit_minor: amountsIn(currency)(reservation.depositAmount),
  total_kms: reservation.totalKms, kms_included_type: reservation.kmsIncludedType,
  excess: JSON.stringify(Object.fromEntries(Object.entries(reservation.excess).map(([name, value]) => [name, amountsIn(currency)(value)]))),
  email_to_sign: reservation.emailToSign, condition: jsonOrNull(reservation.condition ?? null),
  has_rental_agreement: reservation.hasRentalAgreement,
  is_precheckout_eligible: reservation.isPrecheckoutEligible,
  is_completed: reservation.isCompleted,
})

const jsonOrNull = (value: object | null): string | null => (value === null ? null : JSON.stringify(value))

/** A driver keeps the number that renters' pages know, unless the company gives another. */
export const driverRow = (key: RowKey, role: 'main' | 'additional', driver: FleetDriver, formerNumber: number | undefined): Omit<DriverRow, 'reservation_id' | 'tenant_id'> & RowKey => ({
  ...key, id: randomUUIDv7(), role, number: driver.id ?? formerNumber ?? randomInt(2 ** 32, 2 ** 47),
  name: driver.name, surname: driver.surname, birth_date: driver.birthDate, birth_place: driver.birthPlace,
  address: driver.address, address_complement: driver.addressComp, zip_code: driver.zipCode, city: driver.city,
  country_id: driver.countryId, nationality_id: driver.nationalityId, email: driver.email,
  mobile_prefix: driver.mobileObj?.prefix ?? null, mobile_phone: driver.mobileObj?.phone ?? null,
  tax_number: driver.taxNumber, gateway_driver_id: driver.gwDriverId, undesirable: driver.undesirable,
  is_invited: false, document: driver.document, licence: driver.driverLicense, second_licence: driver.secondDriverLicense,
})

/** The two flags that change with the renter's choices have columns of their own. */
const storedFlags = extraFlags.filter((flag) => flag !== 'isAccepted' && flag !== 'isIncluded')

/** A line as one of many rows of JSON. */
export const extraRow = (key: RowKey, extra: FleetExtra, currency: string) => ({
  ...key, extra_id: extra.extraID, description: extra.description,
  observations: extra.observations,
  translations: extra.translations,
  category: extra.category, rate_period_type: extra.ratePeriodType, order_to_show: extra.orderToShow,
  value_minor: extra.isPercentual ? rateOf(extra.value) : minorOf(extra.value, currency), tax_rate: rateOf(extra.taxRate), tax_id: extra.taxID, discount_rate: rateOf(extra.discount),
  quantity: extra.quantity, included_quantity: extra.isIncluded ? Math.min(extra.includedQuantity ?? extra.quantity, extra.quantity) : 0, units: extra.unitsNr, is_accepted: extra.isAccepted, is_included: extra.isIncluded,
  flags: storedFlags.filter((flag) => extra[flag]), accepted_at: extra.acceptedDate,
  details: {
    additionalDayValue: amountsIn(currency)(extra.additionalDayValue), originalDayValue: hundredths(extra.originalDayValue),
    extraRateValue: amountsIn(currency)(extra.extraRateValue), minValue: amountsIn(currency)(extra.minValue), maxValue: amountsIn(currency)(extra.maxValue),
    extraPerValue: hundredths(extra.extraPerValue), kmsFree: extra.kmsFree, kmsPlafondQuantity: extra.kmsPlafondQuantity,
    youngDriverMinAge: extra.youngDriverMinAge, youngDriverMaxAge: extra.youngDriverMaxAge,
    salePerformedBy: extra.salePerformedBy, salePerformedOn: extra.salePerformedOn,
    ...(extra.showPrice !== undefined && { showPrice: extra.showPrice }),
  },
})

/** An offer as one of many rows of JSON. */
export const upgradeRow = (key: RowKey, { vehicle, dailyDifference, taxRate }: FleetUpgrade, currency: string) =>
  ({ ...key, group_id: vehicle.groupId, vehicle, daily_difference_minor: minorOf(dailyDifference, currency), tax_rate: rateOf(taxRate) })

export const cardRow = (key: RowKey, card: FleetReservation['savedCards'][number]): Row<'saved_card'> => ({
  ...key, token: card.token, provider: card.provider,
  masked_number: card.creditCardNumber, card_flag: card.cardFlag,
  reference_token: card.referenceToken,
})
