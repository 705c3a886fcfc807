import { isDeepStrictEqual } from 'node:util'
import type { Language } from '@checkin/i18n'
import type { Transaction } from 'kysely'
import type { Tables } from '../../tables.ts'
import { rentalFacts } from '../papers/rental-facts.ts'
import type { StoredReservation } from '../reservations/reservation-store.ts'
import { acceptedOn } from '../terms/acceptance-store.ts'
import type { AgreementFacts } from './agreement-facts.ts'

/** What an agreement about a reservation says as it stands now. `currency` is an ISO 4217 code. */
export async function agreementFacts(transaction: Transaction<Tables>, stored: StoredReservation, language: Language, currency: string): Promise<AgreementFacts> {
  const { row: { tenant_id: tenantId, id } } = stored
  return { ...rentalFacts(stored, language, currency), termsAcceptedOn: await acceptedOn(transaction, tenantId, id) }
}

/** Facts that are written down and not printed, or that change by themselves. */
const unprinted: readonly string[] = ['writtenAt', 'invoicedMinor']

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> => typeof value === 'object' && value !== null && !Array.isArray(value)

/** Every part that `written` has is the same in `now`; what an earlier release did not write down yet is not compared. */
function isSame(written: unknown, now: unknown): boolean {
  if (Array.isArray(written)) return Array.isArray(now) && written.length === now.length && written.every((one, at) => isSame(one, now[at]))
  if (isRecord(written)) return isRecord(now) && Object.entries(written).every(([name, value]) => isSame(value, now[name]))
  return isDeepStrictEqual(written, now)
}

/** Whether an agreement as it was stored still says what is true (DEC-108). */
export function saysTheSame(written: AgreementFacts, now: AgreementFacts): boolean {
  return Object.entries(written).every(([name, value]) => unprinted.includes(name) || isSame(value, now[name as keyof AgreementFacts]))
}
