import { AnalyticsRequest, AnalyticsStored } from '../contract/analytics.contract.ts'
import { CodeSent, Located, LookupRequest, PrelookupRequest, resume, Resumed, validateCode, Verified } from '../contract/lookup.contract.ts'
import { downloadTerms, ShownTerm, TermsAcceptance, TermsAccepted } from '../contract/terms.contract.ts'
import { AnalyticsEvent } from '../entities/analytics.schema.ts'
import { ErrorBody } from '../failures/error-body.ts'
import { parameterWords, words, type WordsEntry } from './entry.ts'

const found = {
  reference: 'What the renter knows the reservation by, 1 to 40 characters.',
  surname: 'Last name of the main driver or of who booked, 1 to 40 characters; case, accents and hyphens do not matter.',
  checkoutdate: 'Day of the pick-up, YYYY-MM-DD, or empty.',
}
const sessionKey = 'Correlation id of the session; no credential, that is a cookie which scripts do not see.'

export const verificationWords: readonly WordsEntry[] = [
  words(PrelookupRequest, 'PrelookupRequest', 'What locates a reservation.', { ...found, mail: 'Empty in this call.' }),
  words(LookupRequest, 'LookupRequest', 'What asks for a code by e-mail. All are empty from a session that a link opened: its code goes to the address on file.', {
    ...found, mail: 'Address that the code goes to; must be the one on file, where there is one.',
  }),
  words(Located, 'Located', 'The reservation exists; nothing else is told before it is proved.', { found: 'Always true.', needsTerms: 'Whether terms have to be agreed to.' }),
  words(CodeSent, 'CodeSent', 'A code is on its way.', { sessionKey }),
  words(Verified, 'Verified', 'The code was right.', { guid: 'What calls name the reservation by.', sessionKey, reservation: 'The reservation.' }),
  words(Resumed, 'Resumed', 'The reservation that a link opened.', {
    reservation: 'The reservation.', driver: 'Main driver; null when none is on file.', addDriver: 'Additional driver; null when none is on file.',
    termsAccepted: 'Whether the terms were agreed to for this reservation.', rowVersion: 'Version of what was loaded.', sessionKey,
    missing: 'What the renter\'s next acts still need, and where it is given.',
  }),
  words(TermsAcceptance, 'TermsAcceptance', 'That a renter agreed to the terms.', {
    reference: "The renter's own reservation, as it was located.", acceptedDate: 'Day of the agreement, YYYY-MM-DD.', isAccepted: 'Always true.',
    documents: 'The documents that the page showed; left out, those that are valid now count as shown.',
  }),
  words(ShownTerm, 'ShownTerm', 'A document that the page showed.', { tag: 'What its PDF is asked for by.', hash: 'SHA-256 of the version, as the list of terms names it.' }),
  words(TermsAccepted, 'TermsAccepted', 'The agreement is recorded; a repetition keeps the first day.', { accepted: 'Always true.' }),
  words(AnalyticsRequest, 'AnalyticsRequest', "A renter's answers to offers.", { sessionKey, analyticsData: 'One to ten answers, in order.' }),
  words(AnalyticsEvent, 'AnalyticsEvent', 'One answer to an offer.', {
    viewTag: 'Which offer: additional driver, upgrade or extras.', action: 'What the renter did; the last one of an offer counts.',
  }),
  words(AnalyticsStored, 'AnalyticsStored', 'The answers are kept.', { stored: 'How many.' }),
  words(ErrorBody, 'ErrorBody', 'Why a call was refused.', {
    data: 'What belongs to the code, for example the places of a request that do not fit; null for nothing.',
    status: 'HTTP status of the answer.',
    title: 'A sentence for people who read answers.',
    code: 'What it is, from a closed list.',
    requestId: "Names the call in the server's log.",
  }),
  parameterWords(validateCode, 'params', { code: 'The six digits of the e-mail.' }),
  parameterWords(resume, 'params', { guid: 'Token of the link.' }),
  parameterWords(downloadTerms, 'params', { tag: 'Tag of the document.' }),
]
