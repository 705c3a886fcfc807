import { $reservation as $loaded, $session, $terms } from '@checkin/flow'
import { checkinExited, reservationConfirmed, termsAgreed } from '@checkin/flow/publish/verification'
import type { StepVisit } from '@checkin/remote'
import { combine, createEvent, createStore, sample } from 'effector'
import { listTermsFx } from '../../api.ts'
import { createTermsAcceptance, createTermsDownload } from '../../terms/terms.model.ts'

/** The screen is shown, once per visit. */
export const opened = createEvent<StepVisit>()
export const closed = createEvent()
export const continuePressed = createEvent()
export const exitPressed = createEvent()
/** The checkbox of the terms gate. */
export const termsTicked = createEvent<boolean>()

export const $reservation = $loaded.map((loaded) => loaded?.reservation ?? null)
export const $termsAgreed = createStore(false).on(termsTicked, (_, ticked) => ticked).reset(opened, listTermsFx)
/** VERIF-22, DEC-11: a link leads past view 2, so the terms are agreed to here. */
export const $termsNeeded = combine($session, $terms, (session, terms) => session !== null && !session.termsAccepted && terms.length > 0)
export const $canContinue = combine($termsNeeded, $termsAgreed, (needed, agreed) => agreed || !needed)
export const termsDownload = createTermsDownload()

export const acceptTermsFx = createTermsAcceptance()
export const $isAccepting = acceptTermsFx.pending

// Continue (VERIF-25, STATES S1.13)
const allowed = sample({
  clock: continuePressed,
  source: { reservation: $reservation, needed: $termsNeeded, may: $canContinue, busy: $isAccepting },
  filter: ({ reservation, may, busy }) => reservation !== null && may && !busy,
})
sample({ clock: allowed, filter: ({ needed }) => needed, fn: ({ reservation }) => reservation?.reference ?? '', target: acceptTermsFx })
sample({ clock: acceptTermsFx.done, fn: () => ({}), target: [termsAgreed, reservationConfirmed] })
sample({ clock: allowed, filter: ({ needed }) => !needed, fn: () => ({}), target: reservationConfirmed })

// Exit (STATES S1.14)
sample({ clock: exitPressed, fn: () => ({}), target: checkinExited })
