import type { RenterDetails, SupportState } from '@checkin/internal'
import type { Transaction } from 'kysely'
import { liveAgreement } from '../agreement/agreement-store.ts'
import { waitingForCode } from '../identity/resend-code.ts'
import { isLiving, type SessionLifetime } from '../identity/session-store.ts'
import { masked } from '../identity/sms-on-file.ts'
import { intentsOf } from '../payments/intent-store.ts'
import { decimalOf } from '../pricing/money.ts'
import { moduleStatus } from '../reservations/module-status.ts'
import type { Proceeding } from '../reservations/proceeding.ts'
import { loadReservation, type DriverRow, type StoredReservation } from '../reservations/reservation-store.ts'
import { wireFigures } from '../reservations/wire-summary.ts'
import type { Tables } from '../tables.ts'
import type { Tenant } from '../tenants/tenant-store.ts'

/** Newest rows of what grows without end. */
const newest = 10

/** `m•••@example.com`: enough to say where something went, to whom knows the address. */
export const maskedEmail = (email: string): string => email.replace(/^(.)[^@]*/u, '$1•••')

/** Writes down in the company's access log that somebody does something with a reservation. */
export type Reader = (transaction: Transaction<Tables>, of: { readonly tenantId: string; readonly reservationId: string }, item: string) => Promise<unknown>

/** Which reservation is looked at, and by whom. */
export interface Look {
  readonly tenant: Tenant
  readonly reference: string
  readonly reader: Reader
}

/** A reservation for who helps its renter, and the reading of it; null where there is none, or nobody is known of it any more. `item` says what is done (DEC-328). */
export async function lookedAt(transaction: Transaction<Tables>, { tenant, reference, reader }: Look, item: string): Promise<StoredReservation | null> {
  const stored = await loadReservation(transaction, tenant.id, { reference })
  if (!stored || stored.row.erased_at) return null
  await reader(transaction, { tenantId: tenant.id, reservationId: stored.row.id }, item)
  return stored
}

const phoneOf = ({ mobile_prefix: prefix, mobile_phone: phone }: DriverRow): string | null => (phone === null ? null : `${prefix === null ? '' : `+${prefix.replace(/\D/g, '')} `}${phone}`)

/** How a reservation stands (SupportState); nothing that the renter typed, no card and no whole address is in it. */
export async function supportState(transaction: Transaction<Tables>, tenant: Tenant, stored: StoredReservation, { proceeding, lifetime }: { readonly proceeding: Proceeding; readonly lifetime: SessionLifetime }): Promise<SupportState> {
  const { row, driver, currency } = stored
  const of = { tenant_id: tenant.id, reservation_id: row.id }
  const { termsAccepted, missing } = await proceeding.readiness(transaction, tenant, stored)
  const sessions = await transaction.selectFrom('renter_session').where((eb) => eb.and(of)).select(['level', 'device', 'created_at', 'seen_at', isLiving(lifetime).as('is_open')])
    .orderBy('created_at', 'desc').limit(newest).execute()
  const messages = await transaction.selectFrom('mail_outbox').where((eb) => eb.and(of)).select(['kind', 'language', 'state', 'created_at', 'finished_at']).orderBy('created_at', 'desc').limit(newest).execute()
  const phone = driver && phoneOf(driver)
  return {
    reference: row.reference, pickUpAt: row.check_out_at, pickUpPlace: row.check_out_place, returnAt: row.check_in_at, returnPlace: row.check_in_place,
    email: row.customer_email === null ? null : maskedEmail(row.customer_email), phone: phone === null ? null : masked(phone),
    termsAccepted, isCompleted: row.is_completed, hasAgreement: row.has_rental_agreement, agreement: (await liveAgreement(transaction, tenant.id, row.id))?.state ?? null,
    steps: moduleStatus(stored, tenant.settings).map(({ viewTag, isEnabled, isCompleted }) => ({ viewTag, isEnabled, isCompleted })),
    missing, money: { currency, ...wireFigures(stored) },
    payments: (await intentsOf(transaction, tenant.id, row.id)).map((intent) => ({
      purpose: intent.purpose, state: intent.state, amount: decimalOf(intent.amount_minor, intent.currency), currency: intent.currency, at: intent.created_at.toISOString(), code: intent.code,
    })),
    sessions: sessions.map((each) => ({ level: each.level, device: each.device, beganAt: each.created_at.toISOString(), seenAt: each.seen_at.toISOString(), isOpen: each.is_open })),
    messages: messages.map((each) => ({ kind: each.kind, language: each.language, state: each.state, writtenAt: each.created_at.toISOString(), finishedAt: each.finished_at?.toISOString() ?? null })),
    waitsForCode: await waitingForCode(transaction, { tenantId: tenant.id, reservationId: row.id }, lifetime) !== null,
  }
}

/** Who rents, with who read of it before; written down by the caller first, so that this reading stands in it. */
export async function renterDetails(transaction: Transaction<Tables>, tenantId: string, { row, driver, addDriver }: StoredReservation): Promise<RenterDetails> {
  const readings = await transaction.selectFrom('personal_data_reading').where('tenant_id', '=', tenantId).where('reservation_id', '=', row.id)
    .select(['reader', 'kind', 'item', 'read_at']).orderBy('read_at', 'desc').orderBy('id', 'desc').limit(newest).execute()
  return {
    customer: { name: row.customer_name, surname: row.customer_surname, email: row.customer_email },
    drivers: [driver, addDriver].flatMap((each) => (each === null ? [] : [{
      role: each.role, name: each.name, surname: each.surname, birthDate: each.birth_date, email: each.email, phone: phoneOf(each), given: givenOf(each),
    }])),
    readings: readings.map((each) => ({ reader: each.reader, kind: each.kind, item: each.item, readAt: each.read_at.toISOString() })),
  }
}

function givenOf({ document, licence, second_licence: secondLicence, address }: DriverRow): RenterDetails['drivers'][number]['given'] {
  const parts = { document, licence, secondLicence, address } as const
  return (['document', 'licence', 'secondLicence', 'address'] as const).filter((part) => parts[part] !== null)
}
