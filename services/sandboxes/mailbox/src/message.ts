import * as z from 'zod'

/** A received mail as programs and pages read it. */
export const Message = z.object({
  id: z.string(),
  /** Everybody it was delivered to, hidden recipients included, separated by a comma and a space. */
  to: z.string(),
  /** Who sent it, by login; null for nobody. */
  login: z.string().nullable().default(null),
  from: z.string(),
  subject: z.string(),
  /** Instant at which it arrived. */
  date: z.iso.datetime(),
  text: z.string(),
  html: z.string(),
  attachments: z.array(z.object({
    filename: z.string(),
    contentType: z.string(),
    /** Bytes. */
    size: z.number(),
    /** base64. */
    content: z.string(),
  })),
})
export type Message = z.infer<typeof Message>
