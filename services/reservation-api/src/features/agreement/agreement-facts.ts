import * as z from 'zod'
import { RentalFacts } from '../papers/rental-facts.ts'

/** What an agreement says of its rental, as it stood when the renter proceeded. */
export const AgreementFacts = RentalFacts.extend({
  /** Plain date on which the terms of rental were accepted; null when nobody asked for that. */
  termsAcceptedOn: z.string().nullable(),
})
export type AgreementFacts = z.infer<typeof AgreementFacts>
