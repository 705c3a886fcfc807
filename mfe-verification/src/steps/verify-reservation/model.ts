import { hasAgreement } from '@checkin/async/failures'
import { createForm, keepDraft, todayIn } from '@checkin/forms'
import { $config, $lookup, $reservation } from '@checkin/flow'
import {
  checkinExited, codeAccepted, codeSent, emailEntryLeft, linkAccepted, rentalAgreementFound, reservationLocated,
} from '@checkin/flow/publish/verification'
import type { StepVisit } from '@checkin/remote'
import { attach, combine, createEvent, createStore, merge, sample } from 'effector'
import { lookupFx as askForCode, prelookupFx as locate } from '../../api.ts'
import { codeRequest, findRules, locateRequest, mailRules, pickUpWindow, proofLength, queryFrom, queryOf, type LookupQuery, type SecondProof } from '../../domain/lookup.ts'
import { isWithoutProof, publishFailures } from '../../failures.ts'
import { terms } from '../../terms.ts'

/** The screen is shown, once per visit. */
export const opened = createEvent<StepVisit>()
export const closed = createEvent()
/** Back of view 2 (VERIF-11). */
export const backPressed = createEvent()
/** The terms checkbox of view 2. */
export const termsTicked = createEvent<boolean>()

const $timeZone = $config.map((config) => config?.timeZone ?? null)
const todayThere = (timeZone: string | null): string => todayIn(timeZone ?? undefined)

/** View 1 (VERIF-02). */
export const findForm = createForm({
  name: 'verify-reservation/find',
  fields: {
    reference: { type: 'string' },
    surname: { type: 'string', regexAllowed: 'textNumbers' },
    checkoutdate: { type: 'date' },
  },
  context: $timeZone,
  schema: (timeZone) => findRules(todayThere(timeZone)),
})

/** No address is on file: the pick-up date and the end of a number are asked for too (DEC-99). */
export const $asksProof = $lookup.map((lookup) => lookup?.secondProof ?? false)

/** View 2 (VERIF-08). */
export const mailForm = createForm({
  name: 'verify-reservation/mail',
  fields: { checkoutdate: { type: 'date' }, proof: { type: 'string', regexAllowed: 'lettersDigits', maxLength: proofLength, draft: false }, mail: { type: 'email' } },
  context: combine($timeZone, $asksProof, (timeZone, asksProof) => ({ timeZone, asksProof })),
  schema: ({ timeZone, asksProof }) => mailRules(todayThere(timeZone), asksProof),
})

/** `find` is view 1, `mail` view 2; a code under way still belongs to view 2, whose values may need mending (DEC-93). */
export const $view = $lookup.map((lookup) => (lookup === null || lookup.stage === 'find' ? 'find' as const : 'mail' as const))
const $query = $lookup.map(queryOf)
export const $reference = $query.map(({ reference }) => reference)
export const $firmName = $config.map((config) => config?.firmName ?? '')
/** What the calendar of the pick-up date offers (VERIF-03). */
export const $pickUpWindow = $timeZone.map((timeZone) => pickUpWindow(todayThere(timeZone)))

export const prelookupFx = attach({ effect: locate, mapParams: (query: LookupQuery) => ({ body: locateRequest(query) }) })
export const lookupFx = attach({ effect: askForCode, mapParams: ({ query, mail, second }: { readonly query: LookupQuery; readonly mail: string; readonly second: SecondProof | null }) => ({ body: codeRequest(query, mail, second) }) })
export const $isLocating = prelookupFx.pending
export const $isSending = lookupFx.pending

/** Whose terms were agreed to: those of another reservation have to be agreed to again. */
const $agreedFor = createStore('').on(sample({ clock: termsTicked, source: $reference, fn: (reference, ticked) => (ticked ? reference : '') }), (_, reference) => reference)
export const $termsAgreed = combine($agreedFor, $reference, (agreedFor, reference) => agreedFor !== '' && agreedFor === reference)
export const $termsNeeded = $lookup.map((lookup) => lookup?.needsTerms ?? false)
export const termsDownload = terms.createDownload()

/** VERIF-10: the e-mail is filled, and the terms are agreed to where there are any. */
export const $canSubmit = combine(mailForm.$values, $termsNeeded, $termsAgreed, ({ mail }, needed, agreed) => mail.trim() !== '' && (agreed || !needed))

// What an earlier visit located comes first, then what the renter has typed since (VERIF-11, DEC-93, DEC-18).
const returned = sample({ clock: opened, source: $lookup, filter: (lookup) => lookup !== null })
sample({
  clock: returned,
  source: findForm.$values,
  filter: ({ reference, surname }) => reference === '' && surname === '',
  fn: (_, { reference, surname, checkoutdate }) => ({ reference, surname, checkoutdate }),
  target: findForm.filled,
})
sample({ clock: returned, source: mailForm.$values, filter: ({ mail }) => mail === '', fn: (_, { mail, checkoutdate }) => ({ mail, checkoutdate }), target: mailForm.filled })
// Back from the reservation: what found it stands there again, not an empty form.
sample({
  clock: opened,
  source: { loaded: $reservation, typed: findForm.$values },
  filter: ({ loaded, typed }) => loaded !== null && typed.reference === '' && typed.surname === '',
  fn: ({ loaded }) => ({ reference: loaded?.reservation.reference ?? '', surname: loaded?.reservation.customer.surname ?? '' }),
  target: findForm.filled,
})
const dropped = merge([codeAccepted, linkAccepted, checkinExited])
keepDraft(findForm, { opened, dropped })
keepDraft(mailForm, { opened, dropped })

// Locate (VERIF-05, STATES S1.1 to S1.3)
sample({ clock: findForm.valid, source: $isLocating, filter: (busy) => !busy, fn: (_, typed) => queryFrom(typed), target: prelookupFx })
sample({
  clock: prelookupFx.done,
  fn: ({ params: query, result: { data: { needsTerms, secondProof } } }) => ({ ...query, needsTerms, ...(secondProof && { secondProof }) }),
  target: reservationLocated,
})
// What was typed about one reservation proves no other.
sample({ clock: prelookupFx.done, fn: ({ params: { checkoutdate } }) => ({ checkoutdate, proof: '' }), target: mailForm.filled })

// Send the code (VERIF-13, STATES S1.5 and S1.6)
sample({
  clock: mailForm.valid,
  source: { query: $query, busy: $isSending, allowed: $canSubmit, asksProof: $asksProof },
  filter: ({ query, busy, allowed }) => query.reference !== '' && !busy && allowed,
  fn: ({ query, asksProof }, { mail, checkoutdate, proof }) => ({ query, mail, second: asksProof ? { checkoutdate, proof } : null }),
  target: lookupFx,
})
/** Nothing is on file by which this reservation could be proved: the counter, or a link of the company (STATES S1.77). */
export const $isProofImpossible = createStore(false).on(lookupFx.failData, (_, failure) => isWithoutProof(failure)).reset(opened, lookupFx, reservationLocated)
sample({ clock: lookupFx.done, fn: ({ params: { mail }, result: { data: { sms } } }) => ({ mail, ...(sms && { sms }) }), target: codeSent })

publishFailures('prelookup', prelookupFx.failData)
publishFailures('lookup', lookupFx.failData)
sample({ clock: [prelookupFx.failData, lookupFx.failData], filter: hasAgreement, fn: () => ({}), target: rentalAgreementFound })

// Back (STATES S1.4)
sample({ clock: backPressed, fn: () => ({}), target: emailEntryLeft })
