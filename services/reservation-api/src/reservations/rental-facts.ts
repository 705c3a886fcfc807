import type { Language } from '@checkin/i18n'
import * as z from 'zod'
import { pdfLanguage } from '../documents/pdf/pdf-messages.ts'
import { isCounting } from '../pricing/totals.ts'
import type { StoredReservation } from './reservation-store.ts'
import { reservationTotals, wireSummary } from './wire-summary.ts'

const minor = z.int()
const Stop = z.object({ at: z.string(), place: z.string() })
const Person = z.object({ name: z.string(), birthDate: z.string().nullable(), licence: z.string().nullable() })
const Line = z.object({ description: z.string(), units: z.int(), isIncluded: z.boolean(), isInvoiced: z.boolean(), grossMinor: minor,
  /** Taken off before `grossMinor`; what was written down before it had a place says nothing of it. */
  discountMinor: minor.default(0),
})
/** A rate of VAT in hundredths of a percent, and what it is of. */
const Tax = z.object({ rate: z.int(), netMinor: minor, taxMinor: minor })

/**
 * The facts of a rental in documents and mails, as it stood at one moment: a document that is made again later, for a mail that could not leave, says the
 * same. Amounts in minor units, local times without zone, texts in the language of the document.
 */
export const RentalFacts = z.object({
  reference: z.string(), number: z.string(), voucherNumber: z.string().nullable(),
  /** Local time at the pick-up place at which this was written down. */
  writtenAt: z.string(),
  checkOut: Stop, checkIn: Stop, days: z.int(),
  vehicle: z.object({ name: z.string(), group: z.string(), plate: z.string().nullable() }),
  customer: z.string(), driver: Person.nullable(), addDriver: Person.nullable(),
  lines: z.array(Line),
  currency: z.string(),
  netMinor: minor, taxMinor: minor,
  /** The same by rate, the highest first; empty for what was written down before they had a place. */
  taxes: z.array(Tax).default([]),
  totalMinor: minor, paidMinor: minor, dueMinor: minor,
  invoicedMinor: minor, depositMinor: minor.nullable(),
  excess: z.object({ cdw: minor.nullable(), theft: minor.nullable() }),
  kilometres: z.int().nullable(),
})
export type RentalFacts = z.infer<typeof RentalFacts>

/** A local time as wire and documents have it: minutes, no zone. */
export const minutes = (localTime: string): string => localTime.slice(0, 16)

const personOf = (row: StoredReservation['driver']): z.infer<typeof Person> | null =>
  row && { name: `${row.name} ${row.surname}`.trim(), birthDate: row.birth_date, licence: row.licence?.id ?? null }

/** This moment on the clock of a zone, to the minute. */
export const localNow = (timeZone: string, now = new Date()): string =>
  new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'short' }).format(now).replace(' ', 'T')

/** Only what the renter has: accepted and included lines, in the order of every list (DEC-79). */
function linesOf(stored: StoredReservation, language: Language): RentalFacts['lines'] {
  const priceOf = new Map(reservationTotals(stored).lines.map(({ line, price }) => [line.row.extra_id, price]))
  return wireSummary(stored, language).extras.filter(({ isAccepted, isIncluded }) => isAccepted || isIncluded)
    .map(({ extraID, description, unitsNr, isIncluded, isInvoiceVoucher }) => {
      const price = priceOf.get(extraID)
      // Of what came included only the units above it are charged (DEC-97).
      const isFree = !price || isIncluded && price.chargedUnits === 0
      const sums = isFree ? { grossMinor: 0, discountMinor: 0 } : { grossMinor: price.discounted.gross, discountMinor: price.total.gross - price.discounted.gross }
      return { description, units: unitsNr, isIncluded: isIncluded && isFree, isInvoiced: isInvoiceVoucher, ...sums }
    })
}

/** VAT of the renter's own lines by rate, the highest first. */
function taxesOf(stored: StoredReservation): RentalFacts['taxes'] {
  const sums = new Map<number, z.infer<typeof Tax>>()
  for (const priced of reservationTotals(stored).lines) {
    const { line: { isInvoiceVoucher, taxRate: rate }, price: { discounted } } = priced
    if (!isCounting(priced) || isInvoiceVoucher || discounted.gross === 0) continue
    const { netMinor, taxMinor } = sums.get(rate) ?? { netMinor: 0, taxMinor: 0 }
    sums.set(rate, { rate, netMinor: netMinor + discounted.net, taxMinor: taxMinor + discounted.tax })
  }
  return [...sums.values()].sort((one, other) => other.rate - one.rate)
}

/** Of a driver who filled in the own data the renter's papers have the name alone (DEC-211). */
const additionalOf = (row: StoredReservation['addDriver']): z.infer<typeof Person> | null => {
  const person = personOf(row)
  return person && row?.is_invited ? { ...person, birthDate: null, licence: null } : person
}

/** Writes down a reservation as it stands. */
export function rentalFacts(stored: StoredReservation, language: Language, currency: string): RentalFacts {
  const { row } = stored
  const { cashier, invoice, paid, pending } = reservationTotals(stored)
  return {
    reference: row.reference, number: row.number, voucherNumber: row.voucher_number, writtenAt: localNow(row.check_out_zone),
    checkOut: { at: minutes(row.check_out_at), place: row.check_out_place }, checkIn: { at: minutes(row.check_in_at), place: row.check_in_place }, days: row.days,
    vehicle: { name: row.vehicle.vehicle, group: row.vehicle.name, plate: row.vehicle.plateNumber },
    customer: `${row.customer_name} ${row.customer_surname}`.trim(), driver: personOf(stored.driver), addDriver: additionalOf(stored.addDriver),
    lines: linesOf(stored, pdfLanguage(language)), currency,
    netMinor: cashier.net, taxMinor: cashier.tax, taxes: taxesOf(stored), totalMinor: cashier.preview, paidMinor: paid, dueMinor: Math.max(0, pending),
    invoicedMinor: invoice.preview, depositMinor: row.deposit_minor,
    excess: { cdw: row.excess.cdw, theft: row.excess.theft }, kilometres: row.total_kms,
  }
}
