import { offerDraftSchema } from '@checkin/flow/publish/shell'
import { languages } from '@checkin/remote'
import * as z from 'zod/mini'

const nothingWhenWrong = <T>(schema: z.ZodMiniType<T>) => z.catch(z.optional(schema), undefined)

/**
 * What a reload finds in the tab's storage: written by this or by an older version of the shell, so every part may be
 * missing or wrong by itself. A part that cannot be read counts as not stored.
 */
export const StoredSession = z.object({
  flow: nothingWhenWrong(z.enum(['normal', 'additionalDriver', 'update'])),
  mode: nothingWhenWrong(z.enum(['main', 'precheckout'])),
  completion: nothingWhenWrong(z.nullable(z.enum(['complete', 'ra', 'ra-no-payment']))),
  session: nothingWhenWrong(z.nullable(z.object({ guid: z.string(), sessionKey: z.string(), kind: z.enum(['code', 'link']), termsAccepted: z.boolean() }))),
  lookup: nothingWhenWrong(z.nullable(z.object({
    reference: z.string(), surname: z.string(), checkoutdate: z.string(), needsTerms: z.boolean(), secondProof: z.optional(z.boolean()), sms: z.optional(z.boolean()), mail: z.string(), stage: z.enum(['find', 'mail', 'code']),
  }))),
  progress: nothingWhenWrong(z.object({
    extrasCompletedPrecheckout: z.boolean(), extrasAnswered: z.boolean(), upgradeTaken: z.boolean(), upsellingNoResults: z.boolean(),
    canPrecheckout: z.boolean(), reservationHasRA: z.boolean(), stepsContinued: z.boolean(), changing: z.optional(z.nullable(z.string())), passed: z.optional(z.array(z.string())),
  })),
  precheckoutToken: nothingWhenWrong(z.nullable(z.string())),
  offerDraft: nothingWhenWrong(offerDraftSchema),
  language: nothingWhenWrong(z.enum(languages)),
})
export type StoredSession = z.output<typeof StoredSession>
