import * as z from 'zod'
import { RentalFacts } from '../papers/rental-facts.ts'
import { ReceiptFacts } from '../receipts/receipt-facts.ts'

/** What waits in the outbox for a confirmation (PAY-37). */
export const ConfirmationPayload = z.object({
  facts: RentalFacts,
  /** Token of the link to pre-checkout; null when that is not possible. */
  precheckoutToken: z.string().nullable(),
  /** Of the payment that completed check-in; null when none did. */
  receipt: ReceiptFacts.nullable().default(null),
})
export type ConfirmationPayload = z.infer<typeof ConfirmationPayload>
