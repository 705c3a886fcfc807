import { $reservation as $loaded, $session } from '@checkin/flow'
import { checkinExited, reservationConfirmed, termsAgreed } from '@checkin/flow/publish/verification'
import type { StepVisit } from '@checkin/remote'
import { createEvent, sample } from 'effector'
import { terms } from '../../terms.ts'

/** The screen is shown, once per visit. */
export const opened = createEvent<StepVisit>()
export const closed = createEvent()
export const continuePressed = createEvent()
export const exitPressed = createEvent()

export const $reservation = $loaded.map((loaded) => loaded?.reservation ?? null)

/** A link leads past view 2, so the terms are agreed to here; then Continue (VERIF-22, VERIF-25, DEC-11, STATES S1.13). */
export const termsGate = terms.createGate({ $session, $reservation: $loaded, pressed: continuePressed, agreed: termsAgreed, passed: reservationConfirmed })

// Exit (STATES S1.14)
sample({ clock: exitPressed, fn: () => ({}), target: checkinExited })
