import * as z from 'zod'

/** Longest life of a signed link. */
export const longestLinkHours = 24

/**
 * Payload of a signed link token; the registry signs it, the site checks it. It can only name a set that the registry made: no address,
 * no origin, no code.
 */
export const SignedLink = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('preview'), id: z.string(), host: z.string(), setId: z.number().int().positive(),
    /** What is shown in the banner, `mfe-payment@1.3.0`. */
    shows: z.array(z.string()),
    /** Draft of the tenant's settings that is shown; absent for the present ones (DEC-326). */
    draft: z.exactOptional(z.uuid()),
    expires: z.iso.datetime(), issuer: z.string(),
    /** Origin of the console, where the link is made one of a browser; none where the registry knows none. */
    console: z.url({ protocol: /^https?$/ }).optional(),
    /** `browserOf` of the one browser that it is shown in; without it nothing is shown yet. */
    browser: z.string().optional(),
  }),
  z.strictObject({ kind: z.literal('staff'), id: z.string(), host: z.string(), expires: z.iso.datetime(), issuer: z.string() }),
])
export type SignedLink = z.infer<typeof SignedLink>
