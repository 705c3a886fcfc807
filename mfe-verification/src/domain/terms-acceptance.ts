import type { Term, TermsAcceptance } from '@checkin/api'
import type { PlainDate } from '@checkin/forms'

/** What is recorded when a renter agrees to the terms: always yes, on which day at the rental location (DEC-10), and which texts were shown. */
export const acceptanceOf = (reference: string, today: PlainDate, terms: readonly Term[]): TermsAcceptance =>
  ({ reference, acceptedDate: today, isAccepted: true, ...shownOf(terms) })

/** The shown documents by their hashes; nothing where the server named none. */
function shownOf(terms: readonly Term[]): Pick<TermsAcceptance, 'documents'> {
  const documents = terms.flatMap(({ tag, hash }) => (hash === undefined ? [] : [{ tag, hash }]))
  return documents.length === terms.length && terms.length > 0 ? { documents } : {}
}
