import { languages } from '@checkin/api/languages'
import * as z from 'zod'
import { TermsContent } from './terms-content.ts'

const moment = z.string().meta({ description: 'ISO 8601 in UTC.' })

/** What renters ask a document by; the tenant's setting `terms` names those that they must agree to. */
export const TermsTag = z.string().regex(/^[a-z0-9-]{1,40}$/)
/** First day of a version. */
export const TermsDay = z.iso.date().meta({ description: 'Plain date in the tenant\'s time zone.' })

/** How a draft of terms stands. A `published` one serves renters from its day on; one that was `withdrawn` before it never did; `outdated` met other versions than it may stand beside. */
const termsDraftStates = ['draft', 'waiting', 'published', 'withdrawn', 'rejected', 'outdated'] as const

/** What a version says, by language; a language without a text reads English, or where there is none the first that there is. */
export const TermsContents = z.partialRecord(z.enum(languages), TermsContent).refine((contents) => Object.keys(contents).length > 0, { error: 'One language at least' })
export type TermsContents = z.infer<typeof TermsContents>

/** A version of a document that somebody prepared and that no renter reads yet, without what it says (DEC-348). */
export const TermsDraft = z.object({
  draftId: z.string(), tag: z.string(), validFrom: z.string(), note: z.string(), state: z.enum(termsDraftStates),
  texts: z.array(z.object({ language: z.string(), title: z.string(), hash: z.string() })),
  by: z.string().meta({ description: 'Who saved it last, or submitted it.' }), at: moment,
  decidedBy: z.nullable(z.string()), decidedAt: z.nullable(moment), problem: z.string().meta({ description: 'Why it was not published; empty where nothing was wrong.' }),
}).meta({ id: 'TermsDraft' })
export type TermsDraft = z.infer<typeof TermsDraft>

/** A draft with what it says. */
export const FullTermsDraft = z.object({ draft: TermsDraft, contents: TermsContents }).meta({ id: 'FullTermsDraft' })
export type FullTermsDraft = z.infer<typeof FullTermsDraft>

/** What a draft is saved with. */
export const TermsDraftRequest = z.strictObject({
  tag: TermsTag, validFrom: TermsDay, contents: TermsContents, note: z.string().trim().min(3).max(300).meta({ description: 'What it is for; the second person reads it.' }),
})
export type TermsDraftRequest = z.infer<typeof TermsDraftRequest>

/** What becomes of a draft: submitted, approved by a second person, given up, or taken back before its day. */
export const TermsDecision = z.strictObject({ action: z.enum(['submit', 'approve', 'reject', 'withdraw']) }).meta({ id: 'TermsDecision' })
export type TermsDecision = z.infer<typeof TermsDecision>

/** One text as it would be read from a day on. */
export const TermsPreviewRequest = z.strictObject({ language: z.enum(languages), validFrom: TermsDay, content: TermsContent })
