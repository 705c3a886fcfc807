import * as z from 'zod'

/** How an agreement was signed, as the provider says. The picture of a drawn one is a PNG as base64. */
export const StoredSignature = z.object({
  kind: z.enum(['drawn', 'typed']),
  name: z.string().min(1).max(120),
  /** Of a drawn signature. */
  image: z.base64().max(400_000).nullable(),
  /** Moment by the provider's clock, ISO 8601 in UTC. */
  signedAt: z.iso.datetime(),
})
export type StoredSignature = z.infer<typeof StoredSignature>
