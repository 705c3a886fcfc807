import { PrecheckoutProblem, type PrecheckoutResult } from '@checkin/api'
import type { CommonKey } from '@checkin/i18n'

/** What may have gone wrong around deposit and agreement (DEC-63, DEC-108); a context that nobody knows reads as `somethingHappened`. */
export const preauthContexts = ['submit-reservation', 'already-processed', 'summary-email', 'payment', 'agreement', 'signature', 'outdated'] as const
export type PreauthContext = (typeof preauthContexts)[number]

const isKnown = (context: string): context is PreauthContext => (preauthContexts as readonly string[]).includes(context)

/** The first context of an answer's or a refusal's `errors`; null when it names none, or none that is known (PRECHK-15). */
export function contextOf(data: unknown): PreauthContext | null {
  const errors: unknown = typeof data === 'object' && data !== null && 'errors' in data ? data.errors : null
  const first = Array.isArray(errors) ? PrecheckoutProblem.safeParse(errors[0]).data?.context : undefined
  return first !== undefined && isKnown(first) ? first : null
}

/** Words of an outcome in the catalogue (I18N-73, I18N-95 to I18N-100). */
export const outcomeKey = (context: PreauthContext | null): CommonKey => (context === null ? 'somethingHappened' : `preauth-${context}`)

/** How an answered attempt stands. `ready` goes on to the signature, after saying what there is to say; `bank`: the bank asks the renter. */
export type SubmissionStatus =
  | { readonly kind: 'ready'; readonly url: string; readonly notice: PreauthContext | null }
  | { readonly kind: 'bank'; readonly url: string }
  | { readonly kind: 'unknown' }
  | { readonly kind: 'refused'; readonly context: PreauthContext | null }

/** Reads an answer of API-32: without an address and without a reason the provider has not decided yet. */
export function statusOf({ signatureURL, redirectURL, errors = [] }: PrecheckoutResult): SubmissionStatus {
  if (signatureURL !== null) return { kind: 'ready', url: signatureURL, notice: contextOf({ errors }) }
  if (redirectURL) return { kind: 'bank', url: redirectURL }
  return errors.length > 0 ? { kind: 'refused', context: contextOf({ errors }) } : { kind: 'unknown' }
}
