import * as z from 'zod'
import { RentalFacts } from '../papers/rental-facts.ts'

/** What waits in the outbox for a confirmation (PAY-37). */
export const ConfirmationPayload = z.object({
  facts: RentalFacts,
  /** Token of the link to pre-checkout; null when that is not possible. */
  precheckoutToken: z.string().nullable(),
})
export type ConfirmationPayload = z.infer<typeof ConfirmationPayload>
