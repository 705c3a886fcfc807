import { createForm, todayIn } from '@checkin/forms'
import { $config, $lookup, $terms } from '@checkin/flow'
import { codeAccepted, codeEntryLeft, codeSent, rentalAgreementFound } from '@checkin/flow/publish/verification'
import type { StepVisit } from '@checkin/remote'
import { attach, combine, createEvent, createStore, sample } from 'effector'
import { acceptTermsFx as acceptTerms, getReservationFx as loadReservation, listTermsFx, lookupFx as askForCode, validateCodeFx as validateCode } from '../../api.ts'
import { codeLength, codeRules, resendWait } from '../../domain/code-rules.ts'
import { codeRequest, soughtOf, type Sought } from '../../domain/lookup-rules.ts'
import { maskedMail } from '../../domain/masked-mail.ts'
import { acceptanceOf } from '../../domain/terms-acceptance.ts'
import { hasAgreement, isRefusedCode, tellFailures } from '../../failures.ts'
import { createCountdown } from './countdown.ts'
import { nextOf, type Proof } from './proof.ts'

/** The shell says that the screen is shown, once per visit. */
export const opened = createEvent<StepVisit>()
export const closed = createEvent()
export const backPressed = createEvent()
export const resendPressed = createEvent()
/** Continue after a right code whose next step failed (DEC-10). */
export const continuePressed = createEvent()

/** One text box for six digits (VERIF-16). */
export const codeForm = createForm({
  name: 'verify-code',
  fields: { code: { type: 'string', regexAllowed: 'digits', maxLength: codeLength } },
  context: createStore(null),
  schema: codeRules,
})

const $sought = $lookup.map(soughtOf)
const $address = $lookup.map((lookup) => lookup?.mail ?? '')
/** Where the code went, readable for its owner only. */
export const $mail = $address.map(maskedMail)

export const validateCodeFx = attach({ effect: validateCode })
export const acceptTermsFx = attach({
  source: { config: $config, terms: $terms },
  effect: acceptTerms,
  mapParams: (reference: string, { config, terms }) => ({ body: acceptanceOf(reference, todayIn(config?.timeZone), terms) }),
})
export const getReservationFx = attach({ effect: loadReservation })
export const resendFx = attach({ effect: askForCode, mapParams: ({ sought, mail }: { readonly sought: Sought; readonly mail: string }) => ({ body: codeRequest(sought, mail) }) })

/** Set from the right code on: there is no way back to typing one. */
export const $proof = createStore<Proof | null>(null).reset(opened)
export const $isProven = $proof.map((proof) => proof !== null)
export const $isChecking = combine(validateCodeFx.pending, acceptTermsFx.pending, getReservationFx.pending, (...pending) => pending.includes(true))
export const $isResending = resendFx.pending

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
  fn: (lookup, { data: { guid, sessionKey, reservation } }): Proof => ({ guid, sessionKey, reservation, owesTerms: lookup?.needsTerms ?? false }),
  target: $proof,
})
$proof.on(acceptTermsFx.done, (proof) => proof && { ...proof, owesTerms: false })

const todo = sample({ clock: [validateCodeFx.done, acceptTermsFx.done, continuePressed], source: { proof: $proof, busy: $isChecking }, filter: ({ busy }) => !busy, fn: ({ proof }) => proof && nextOf(proof) })
sample({ clock: todo, filter: (next) => next?.kind === 'record-terms', fn: (next) => (next?.kind === 'record-terms' ? next.reference : ''), target: acceptTermsFx })
sample({ clock: todo, filter: (next) => next?.kind === 'load', fn: (next) => ({ params: { guid: next?.kind === 'load' ? next.guid : '' } }), target: getReservationFx })
sample({
  clock: getReservationFx.doneData,
  source: $proof,
  filter: (proof) => proof !== null,
  fn: (proof, { data: { reservation, driver, addDriver } }) => ({
    guid: proof?.guid ?? '', sessionKey: proof?.sessionKey ?? '', reservation, driver: driver ?? null, addDriver: addDriver ?? null,
  }),
  target: codeAccepted,
})

// A wrong code (VERIF-19, STATES S1.8)
const refused = sample({ clock: validateCodeFx.failData, filter: isRefusedCode })
sample({ clock: refused, fn: () => ({ field: 'code' as const, kind: 'Invalid' as const }), target: codeForm.errorFound })
$wrongCodes.on(refused, (count) => count + 1)

// Resend (VERIF-18, STATES S1.9)
sample({
  clock: resendPressed,
  source: { sought: $sought, mail: $address, left: $secondsLeft, busy: $isResending },
  filter: ({ mail, left, busy }) => mail !== '' && left === 0 && !busy,
  fn: ({ sought, mail }) => ({ sought, mail }),
  target: resendFx,
})
sample({ clock: resendFx.done, target: [countdown.started, codeForm.reset] })
sample({ clock: resendFx.done, fn: ({ params: { mail } }) => ({ mail }), target: codeSent })

tellFailures('validateCode', validateCodeFx.failData)
tellFailures('acceptTerms', acceptTermsFx.failData)
// A newer version is valid by now: it is listed, to be read and agreed to.
sample({ clock: acceptTermsFx.failData, filter: ({ code }) => code === 'TermsChanged', fn: () => undefined, target: listTermsFx })
tellFailures('getReservation', getReservationFx.failData)
tellFailures('lookup', resendFx.failData)
// Its rental agreement was made meanwhile: nothing can be done here any more (ERR-15).
sample({ clock: [getReservationFx.failData, resendFx.failData], filter: hasAgreement, fn: () => ({}), target: [rentalAgreementFound, codeEntryLeft] })

// Back (VERIF-20, STATES S1.10)
sample({ clock: backPressed, fn: () => ({}), target: codeEntryLeft })
