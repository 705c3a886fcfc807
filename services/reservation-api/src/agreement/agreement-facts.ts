import { isDeepStrictEqual } from 'node:util'
import * as z from 'zod'
import { RentalFacts } from '../reservations/rental-facts.ts'

/** The rental as an agreement describes it, as it stood when the renter proceeded. */
export const AgreementFacts = RentalFacts.extend({
  /** Plain date on which the terms of rental were accepted; null when nobody asked for that. */
  termsAcceptedOn: z.string().nullable(),
})
export type AgreementFacts = z.infer<typeof AgreementFacts>

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
