import { decimalOf, percentOf } from '../pricing/money.ts'
import type { AgreementRow } from '../agreement/agreement-store.ts'
import { fleetAgreement, fleetPdf } from '../agreement/fleet-agreement.ts'
import type { PdfRow } from '../documents/pdf-store.ts'
import type { IntentRow } from '../payments/intent-store.ts'
import type { LedgerRow } from '../payments/ledger-store.ts'
import type { Stock } from '../reservations/offers/stock-store.ts'
import { minutes } from '../reservations/rental-facts.ts'
import type { CardRow, DriverRow, ExtraRow, StoredReservation, UpgradeRow } from '../reservations/reservation-store.ts'
import { wireDetails, wireExcess, wireSummary, wireValue } from '../reservations/wire-summary.ts'
import type { TermsVersion } from '../agreement/terms/terms-store.ts'
import type { FleetReservationInput } from '@checkin/fleet'

const fleetDriver = (row: DriverRow | null): FleetReservationInput['driver'] => row && {
  id: row.number, name: row.name, surname: row.surname, birthDate: row.birth_date, birthPlace: row.birth_place,
  address: row.address, addressComp: row.address_complement, zipCode: row.zip_code,
  city: row.city, countryId: row.country_id, nationalityId: row.nationality_id,
  email: row.email,
  mobileObj: row.mobile_prefix === null || row.mobile_phone === null ? null : { prefix: row.mobile_prefix, phone: row.mobile_phone },
  taxNumber: row.tax_number, gwDriverId: row.gateway_driver_id, undesirable: row.undesirable,
  document: row.document, driverLicense: row.licence, secondDriverLicense: row.second_licence,
}

const fleetExtra = (row: ExtraRow, stock: Stock, currency: string): NonNullable<FleetReservationInput['extras']>[number] => ({
  extraID: row.extra_id, ratePeriodType: row.rate_period_type,
  description: row.description, observations: row.observations,
  translations: row.translations,
  category: row.category, orderToShow: row.order_to_show,
  value: wireValue(row, currency), taxRate: percentOf(row.tax_rate),
  taxID: row.tax_id,
  discount: percentOf(row.discount_rate), quantity: row.quantity, unitsNr: row.units, stockLeft: stock.get(row.extra_id) ?? null,
  ...row.details, ...wireDetails(row.details, currency),
  acceptedDate: row.accepted_at,
  ...(row.is_included && { includedQuantity: row.included_quantity }),
  ...Object.fromEntries(row.flags.map((flag) => [flag, true])),
  isAccepted: row.is_accepted, isIncluded: row.is_included,
})

/** What stands beside a reservation and its lines. */
export interface FleetFacts {
  readonly upgrades: readonly UpgradeRow[]
  readonly cards: readonly CardRow[]
  readonly stock: Stock
  readonly termsAcceptedOn: string | null
  /** What was agreed to, by hash; empty for acceptances from before versions were kept. */
  readonly termsDocuments: readonly TermsVersion[]
  readonly payments: readonly IntentRow[]
  readonly agreement: AgreementRow | null
  readonly pdfs: readonly Omit<PdfRow, 'sealed_key'>[]
  readonly ledger: readonly LedgerRow[]
}

/** The reservation as it stands now, in the very shape in which it is put: it may be sent back. */
export const fleetReservation = (
  { row, currency, driver, addDriver, extras }: StoredReservation, { upgrades, cards, stock }: FleetFacts,
): FleetReservationInput => ({
  ...(row.source !== null && { source: row.source }), numberEMG: row.emg_number, voucherNr: row.voucher_number,
  checkOut: { dateAndTime: minutes(row.check_out_at), place: row.check_out_place, timeZone: row.check_out_zone, ...(row.check_out_station && { station: row.check_out_station }) },
  checkIn: { dateAndTime: minutes(row.check_in_at), place: row.check_in_place, timeZone: row.check_in_zone, ...(row.check_in_station && { station: row.check_in_station }) },
  nrDays: row.days, customer: { name: row.customer_name, surname: row.customer_surname, email: row.customer_email },
  driver: fleetDriver(driver), addDriver: fleetDriver(addDriver), vehicle: row.vehicle,
  extras: extras.map((extra) => fleetExtra(extra, stock, currency)),
  upgrades: upgrades.map(({ vehicle, daily_difference_minor: difference, tax_rate: taxRate }) =>
    ({ vehicle, dailyDifference: decimalOf(difference, currency), taxRate: percentOf(taxRate) })),
  savedCards: cards.map(({ provider, masked_number: creditCardNumber, card_flag: cardFlag, token, reference_token: referenceToken }) =>
    ({ provider, creditCardNumber, cardFlag, token, referenceToken })),
  paidValue: decimalOf(row.paid_minor, currency),
  depositAmount: row.deposit_minor === null ? null : decimalOf(row.deposit_minor, currency), totalKms: row.total_kms,
  kmsIncludedType: row.kms_included_type,
  excess: wireExcess(row.excess, currency),
  driverRules: row.driver_rules, emailToSign: row.email_to_sign, ...(row.condition && { condition: row.condition }),
  hasRentalAgreement: row.has_rental_agreement, isPrecheckoutEligible: row.is_precheckout_eligible, isCompleted: row.is_completed,
})

const moment = (at: Date | null): string | null => at?.toISOString() ?? null

/** What renters paid or tried to pay here; the provider's own records are found by `transactionId`. */
export const fleetPayment = (intent: IntentRow) => ({
  paymentId: intent.id, transactionId: intent.merchant_transaction_id, providerId: intent.provider_id, provider: intent.provider, purpose: intent.purpose,
  renews: intent.renews, state: intent.state, amount: decimalOf(intent.amount_minor, intent.currency), currency: intent.currency, code: intent.code,
  card: intent.card && { masked: intent.card.masked, brand: intent.card.brand },
  captureBefore: moment(intent.capture_before), createdAt: intent.created_at.toISOString(), settledAt: moment(intent.settled_at),
})

/** Money that moved, as it was booked. */
export const fleetLedger = (entry: LedgerRow) => ({
  paymentId: entry.intent_id, kind: entry.kind, amount: decimalOf(entry.amount_minor, entry.currency), currency: entry.currency, provider: entry.provider,
  providerId: entry.provider_id, recordedAt: entry.recorded_at.toISOString(),
})

/** Answer of GET /fleet/v1/reservations/{reference}. */
export const fleetAnswer = (stored: StoredReservation, facts: FleetFacts) => ({
  reference: stored.row.reference, number: stored.row.number, guid: stored.row.guid,
  rowVersion: stored.row.row_version, updatedAt: stored.row.updated_at.toISOString(),
  reservation: fleetReservation(stored, facts),
  /** Lines with their prices, and both sides of the bill. */
  summary: wireSummary(stored, 'en'),
  termsAcceptedOn: facts.termsAcceptedOn, termsDocuments: facts.termsDocuments,
  payments: facts.payments.map(fleetPayment),
  ledger: facts.ledger.map(fleetLedger),
  agreement: fleetAgreement(facts.agreement, stored.currency, facts),
  /** Receipts, agreements and signed copies; each is read at /papers/{paperId}. */
  papers: facts.pdfs.map(fleetPdf),
  /** Each is read at /pictures/{role}/{part}/{side}. */
  pictures: stored.pictures.map(({ role, part, side }) => ({ role, part, side })),
})
