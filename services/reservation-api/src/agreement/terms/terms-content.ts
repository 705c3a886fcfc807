import { createHash } from 'node:crypto'
import * as z from 'zod'

const text = (most: number) => z.string().trim().min(1).max(most)

/** A document that is set by us, in the look of the tenant. */
const TermsText = z.strictObject({
  kind: z.literal('text'), title: text(120), lead: text(2000),
  sections: z.array(z.strictObject({ heading: text(200), paragraphs: z.array(text(8000)).min(1).max(40) })).max(80),
})
export type TermsText = z.infer<typeof TermsText>

const isPdf = (base64: string): boolean => Buffer.from(base64.slice(0, 8), 'base64').subarray(0, 5).toString('latin1') === '%PDF-'

/** A document that the company made itself. */
const TermsFile = z.strictObject({ kind: z.literal('pdf'), title: text(120), pdf: z.base64().max(3_000_000).refine(isPdf, 'is no PDF') })

/** What one version says in one language. */
export const TermsContent = z.discriminatedUnion('kind', [TermsText, TermsFile])
export type TermsContent = z.infer<typeof TermsContent>

/** The content as it is stored, and the SHA-256 of exactly that (hexadecimal): what an acceptance names. */
export function storedContent(content: TermsContent): { readonly content: string; readonly hash: string } {
  const stored = JSON.stringify(content)
  return { content: stored, hash: createHash('sha256').update(stored).digest('hex') }
}

/** Reads what is stored. Throws when it is not what its hash says: nobody is shown, or said to have agreed to, something else. */
export function readContent({ content, hash }: { readonly content: string; readonly hash: string }): TermsContent {
  if (createHash('sha256').update(content).digest('hex') !== hash) throw new Error('a terms document is not what its hash says')
  return TermsContent.parse(JSON.parse(content))
}
