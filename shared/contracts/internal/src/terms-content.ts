import * as z from 'zod'

const text = (most: number) => z.string().trim().min(1).max(most)

/** A document that is set by us, in the look of the tenant. */
const TermsText = z.strictObject({
  kind: z.literal('text'), title: text(120), lead: text(2000),
  sections: z.array(z.strictObject({ heading: text(200), paragraphs: z.array(text(8000)).min(1).max(40) })).max(80),
})
export type TermsText = z.infer<typeof TermsText>

/** Base64 of `%PDF-` and whatever follows. */
const isPdf = /^JVBERi[0-3]/

/** A document that the company made itself. */
const TermsFile = z.strictObject({ kind: z.literal('pdf'), title: text(120), pdf: z.base64().max(3_000_000).refine((base64) => isPdf.test(base64), 'is no PDF') })

/** What one version says in one language. */
export const TermsContent = z.discriminatedUnion('kind', [TermsText, TermsFile])
export type TermsContent = z.infer<typeof TermsContent>
