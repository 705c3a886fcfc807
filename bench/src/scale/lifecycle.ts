/** The reservations that the application itself makes, walks with and erases, and of which all others are copies. */
export const templates = ['booked', 'online', 'returned', 'counter', 'returned-erased', 'counter-erased'] as const
export type Template = (typeof templates)[number]

/** Days by which the copies are laid out. A renter who checks in at home does it a week before the pick-up, as the templates did. */
export const periods = { years: 5, aheadDays: 60, checkInBeforeDays: 7, rentalDays: 5, personalDataRetentionDays: 365, pdfRetentionDays: 3650 } as const

/** Of a hundred renters so many check in at home; the counter does the others. An assumption. */
const onlineOfHundred = 60

/** What a reservation whose pick-up is so many days from today is a copy of; `chance` from 0 to 99 says how its renter checks in. */
export function templateOf(daysToPickUp: number, chance: number): Template {
  const isOnline = chance < onlineOfHundred
  if (daysToPickUp > (isOnline ? periods.checkInBeforeDays : 0)) return 'booked'
  const isErased = -daysToPickUp - periods.rentalDays > periods.personalDataRetentionDays
  if (isOnline && daysToPickUp > -periods.rentalDays) return 'online'
  return `${isOnline ? 'returned' : 'counter'}${isErased ? '-erased' : ''}`
}

interface CopiedTable {
  readonly table: string
  /** The rows of a reservation are found by it; those of a payment by their payment. */
  readonly by?: 'intent_id'
  /** Days after which housekeeping has removed a row, and from which moment of it on; kept as long as the reservation where none is told. */
  readonly goes?: { readonly days: number; readonly from: string }
  /** Of rentals of before these many days only rows that fit; the application keeps all, which the disk of a measuring machine has no room for. */
  readonly thinned?: { readonly days: number; readonly to: string }
}

/** Tables of which a reservation has rows, in no order: keys between them are not looked at while rows are copied. */
export const copiedTables: readonly CopiedTable[] = [
  { table: 'payment_intent' }, { table: 'extra_line', thinned: { days: 30, to: 'src.place = 1' } }, { table: 'upgrade_offer', thinned: { days: 30, to: 'false' } },
  { table: 'fleet_event', thinned: { days: 30, to: 'src.place <= 2' } }, { table: 'driver' }, { table: 'saved_card' }, { table: 'offer_answer' }, { table: 'terms_acceptance' }, { table: 'terms_acceptance_document' },
  { table: 'payment_ledger' }, { table: 'payment_outbox', by: 'intent_id' }, { table: 'rental_agreement' }, { table: 'paper' },
  { table: 'renter_session', goes: { days: 1, from: 'created_at' } }, { table: 'login_code', goes: { days: 1, from: 'created_at' } },
  { table: 'mail_outbox', goes: { days: 7, from: 'created_at' } }, { table: 'access_link', goes: { days: 30, from: 'expires_at' } },
  { table: 'form_draft', goes: { days: 7, from: 'updated_at' } }, { table: 'keyed_call', goes: { days: 7, from: 'started_at' } }, { table: 'payment_key', goes: { days: 7, from: 'created_at' } },
  { table: 'document_image', goes: { days: 30 + periods.checkInBeforeDays + periods.rentalDays, from: 'created_at' } },
]
