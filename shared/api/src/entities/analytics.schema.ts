import * as z from 'zod/mini'

/** A renter's answer to an offer (DATA-15). */
export const AnalyticsEvent = z.strictObject({ viewTag: z.enum(['adview', 'upview', 'exview']), action: z.enum(['skip', 'complete', 'reject', 'accept']) })
export type AnalyticsEvent = z.infer<typeof AnalyticsEvent>
