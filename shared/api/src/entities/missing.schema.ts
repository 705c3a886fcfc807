import * as z from 'zod/mini'

/**
 * One thing that a renter's next act still needs (DEC-95): its code, which is that of the refusal too, the screen on which it is given, and for
 * data of the driver the fields as POST /driver names them. Texts, so that a page can read what a later server adds.
 */
export const Missing = z.object({ code: z.string(), step: z.string(), fields: z.optional(z.array(z.string())) })
export type Missing = z.infer<typeof Missing>

/** What is missing for completing, paying and the rental agreement; empty lists where nothing is. The most basic comes first. */
export const MissingByAct = z.object({ complete: z.array(Missing), pay: z.array(Missing), precheckout: z.array(Missing) })
export type MissingByAct = z.infer<typeof MissingByAct>

/** What a refused call brings along where something is missing. */
export const MissingData = z.object({ missing: z.array(Missing) })
export type MissingData = z.infer<typeof MissingData>
