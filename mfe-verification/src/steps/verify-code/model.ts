import type { Reservation } from '@checkin/api'
import { hasAgreement } from '@checkin/async/failures'
import { createForm, digits, formSchema } from '@checkin/forms'
import { $config, $lookup } from '@checkin/flow'
import { codeAccepted, codeEntryLeft, codeSent, rentalAgreementFound } from '@checkin/flow/publish/verification'
import type { StepVisit } from '@checkin/remote'
import { attach, combine, createEvent, createStore, sample } from 'effector'
import { getReservationFx as loadReservation, lookupFx as askForCode, validateCodeFx as validateCode } from '../../api.ts'
import { codeRequest, queryOf, type LookupQuery } from '../../domain/lookup.ts'
import { maskedMail } from '../../domain/masked-mail.ts'
import { publishFailures, refusedCodes } from '../../failures.ts'
import { terms } from '../../terms.ts'
import { createCountdown } from './countdown.ts'

/** The screen is shown, once per visit. */
export const opened = createEvent<StepVisit>()
export const closed = createEvent()
export const backPressed = createEvent()
export const resendPressed = createEvent()
/** Continue after a right code whose next step failed (DEC-10). */
export const continuePressed = createEvent()

/** Digits of the mailed code; it is a text, so that a leading zero is never lost (CONST-04, DEC-08). */
const codeLength = 6
/** Seconds before another code may be asked for (CONST-03). */
const resendWait = 60

/** A code that was right, and what is still to do before the reservation opens. */
interface Proof {
  readonly guid: string
  readonly sessionKey: string
  readonly reservation: Reservation
  /** The acceptance of the terms has to be recorded yet (VERIF-21). */
  readonly needsTerms: boolean
}

/** One text box for six digits (VERIF-16). */
export const codeForm = createForm({
  name: 'verify-code',
  fields: { code: { type: 'string', regexAllowed: 'digits', maxLength: codeLength } },
  context: createStore(null),
  schema: () => formSchema({ code: digits({ required: true, min: codeLength, max: codeLength, kind: 'MinRequired' }) }),
})

/** Whether the tenant sends codes by SMS too (DEC-230). */
export const $hasSms = $config.map((config) => config?.smsChannel === true)
/** Whether the server said that one may go to the number on file: the offer then has its room from the start, and nowhere else (DEC-281). */
export const $offersSms = combine($hasSms, $lookup, (hasSms, lookup) => hasSms && lookup?.sms === true)
const $query = $lookup.map(queryOf)
const $address = $lookup.map((lookup) => lookup?.mail ?? '')
/** Where the code went, readable for its owner only. */
export const $mail = $address.map(maskedMail)

export const validateCodeFx = attach({ effect: validateCode })
export const acceptTermsFx = terms.createAcceptance()
export const getReservationFx = attach({ effect: loadReservation })
export const resendFx = attach({ effect: askForCode, mapParams: ({ query, mail }: { readonly query: LookupQuery; readonly mail: string }) => ({ body: codeRequest(query, mail) }) })

/** Set from the right code on: there is no way back to typing one. */
export const $proof = createStore<Proof | null>(null).reset(opened)
export const $isProven = $proof.map((proof) => proof !== null)
export const $isChecking = combine(validateCodeFx.pending, acceptTermsFx.pending, getReservationFx.pending, (...pending) => pending.includes(true))
export const $isResending = resendFx.pending

/** The last code left by text message, to this masked number; null where it was mailed. */
export const wentBySms = createEvent<string | null>()
/** The words of the screen are those of the way by which the code went (DEC-281). */
export const $smsNumber = createStore<string | null>(null).on(wentBySms, (_, number) => number).reset([opened, resendFx.done])

const countdown = createCountdown(resendWait)
/** Seconds until another code may be asked for; 0 when it may (VERIF-18). */
export const { $secondsLeft } = countdown
/** Whether a code was sent again during this visit, for the live region. */
export const $wasResent = createStore(false).on(resendFx.done, () => true).reset(opened)
/** Grows with every refused code: the view then selects the box, ready for another try (VERIF-19). */
export const $wrongCodes = createStore(0).reset(opened)

sample({ clock: opened, target: [codeForm.reset, countdown.started] })
sample({ clock: closed, target: countdown.stopped })

// Without a code under way there is nothing to enter here, for example at an address typed by hand.
sample({ clock: opened, source: $address, filter: (mail) => mail === '', fn: () => ({}), target: codeEntryLeft })

// A right code, then the terms, then the reservation (VERIF-21, DEC-10, STATES S1.7)
sample({
  clock: codeForm.valid,
  source: { busy: $isChecking, proven: $isProven },
  filter: ({ busy, proven }) => !busy && !proven,
  fn: (_, { code }) => ({ params: { code } }),
  target: validateCodeFx,
})
sample({
  clock: validateCodeFx.doneData,
  source: $lookup,
  fn: (lookup, { data: { guid, sessionKey, reservation } }): Proof => ({ guid, sessionKey, reservation, needsTerms: lookup?.needsTerms ?? false }),
  target: $proof,
})
$proof.on(acceptTermsFx.done, (proof) => proof && { ...proof, needsTerms: false })

const next = sample({ clock: [validateCodeFx.done, acceptTermsFx.done, continuePressed], source: { proof: $proof, busy: $isChecking }, filter: ({ busy }) => !busy, fn: ({ proof }) => proof })
sample({ clock: next.filterMap((proof) => (proof?.needsTerms ? proof.reservation.reference : undefined)), target: acceptTermsFx })
sample({ clock: next.filterMap((proof) => (proof && !proof.needsTerms ? { params: { guid: proof.guid } } : undefined)), target: getReservationFx })
sample({
  clock: getReservationFx.doneData,
  source: $proof,
  filter: (proof) => proof !== null,
  fn: (proof, { data: { reservation, driver, addDriver, rowVersion } }) => ({
    guid: proof?.guid ?? '', sessionKey: proof?.sessionKey ?? '', reservation, driver: driver ?? null, addDriver: addDriver ?? null, rowVersion,
  }),
  target: codeAccepted,
})

// A wrong code (VERIF-19, STATES S1.8)
const refused = refusedCodes(validateCodeFx.failData)
sample({ clock: refused, fn: () => ({ field: 'code' as const, kind: 'Invalid' as const }), target: codeForm.errorFound })
$wrongCodes.on(refused, (count) => count + 1)

// Resend (VERIF-18, STATES S1.9)
sample({
  clock: resendPressed,
  source: { query: $query, mail: $address, left: $secondsLeft, busy: $isResending },
  filter: ({ mail, left, busy }) => mail !== '' && left === 0 && !busy,
  fn: ({ query, mail }) => ({ query, mail }),
  target: resendFx,
})
sample({ clock: resendFx.done, target: [countdown.started, codeForm.reset] })
sample({ clock: resendFx.done, fn: ({ params: { mail }, result: { data: { sms } } }) => ({ mail, ...(sms && { sms }) }), target: codeSent })

publishFailures('validateCode', validateCodeFx.failData)
publishFailures('getReservation', getReservationFx.failData)
publishFailures('lookup', resendFx.failData)
// Its rental agreement was made meanwhile: nothing can be done here any more (ERR-15).
sample({ clock: [getReservationFx.failData, resendFx.failData], filter: hasAgreement, fn: () => ({}), target: [rentalAgreementFound, codeEntryLeft] })

// Back (VERIF-20, STATES S1.10)
sample({ clock: backPressed, fn: () => ({}), target: codeEntryLeft })
