import { createCardForm, problemQuestion } from '@checkin/card-payment'
import { $reservation } from '@checkin/flow'
import { agreementDeferred, questionRaised } from '@checkin/flow/publish/precheckout'
import { todayIn } from '@checkin/forms'
import type { StepVisit } from '@checkin/remote'
import { shownDue, type RentalDifference } from '@checkin/rental-summary'
import { combine, createEvent, createStore, merge, sample } from 'effector'
import { createFigures } from '../../figures/figures.model.ts'
import { createCards } from './cards.model.ts'
import { createSubmission, createUpdateFx, outcomesOf, publishUpdateFailures } from './submission.model.ts'

/** The screen is shown; the shell calls it once per visit. */
export const opened = createEvent<StepVisit>()
export const closed = createEvent()
export const proceedPressed = createEvent()
export const counterPressed = createEvent()

export const figures = createFigures({ opened, closed })
export const cards = createCards({ opened })
/** A new card: its number and CVV stay in the provider's fields (PRECHK-27). */
export const cardForm = createCardForm({ name: 'rental-agreement/card', today: () => todayIn(undefined) })
export const submission = createSubmission({ opened, closed, figures })
export const deferFx = createUpdateFx(figures)
const deferral = outcomesOf(deferFx)

/** Where the signing link goes (PRECHK-21): the address of the reservation, else the driver's (DEC-65); and the deposit, where the API sends it (DEC-64). */
export const $agreement = combine($reservation, figures.$shown, (loaded, summary) => ({
  email: loaded?.reservation.emailToSign ?? loaded?.driver?.email ?? null,
  deposit: loaded?.reservation.depositAmount ?? null,
  preview: summary?.cashier.previewValue ?? null,
  pending: summary === null ? null : shownDue(summary.cashier.pendingValues),
}))

export const $isBusy = combine(cardForm.tokenizeFx.pending, submission.$isBusy, deferFx.pending, (...busy) => busy.includes(true))
export const $isDeferring = deferFx.pending
export const $isProceeding = combine(cardForm.tokenizeFx.pending, submission.$isBusy, (tokenising, busy) => tokenising || busy)

// Proceed (PRECHK-13): a card must be chosen; a new one becomes a token first, a saved one is a token already.
const pressed = sample({ clock: proceedPressed, source: { choice: cards.$choice, busy: $isBusy, gateway: cards.$gatewayState }, filter: ({ busy, gateway }) => !busy && gateway === 'ready', fn: ({ choice }) => choice })
/** Proceed without a card, until one is chosen. */
export const $isCardMissing = createStore(false).on(pressed, (_, choice) => choice === null).reset(opened, cards.chosen)
sample({ clock: pressed, filter: (choice) => choice?.kind === 'locked', fn: () => undefined, target: cards.panel.needed })
sample({ clock: pressed, filter: (choice) => choice?.kind === 'new', fn: () => undefined, target: cardForm.tokenizeFx })
sample({ clock: pressed.filterMap((choice) => (choice?.kind === 'saved' ? choice.card.token : undefined)), fn: (authorization) => ({ authorization }), target: submission.started })
sample({ clock: cardForm.tokenizeFx.doneData, fn: ({ token }) => ({ authorization: token }), target: submission.started })
// PAY-26: everything that is wrong at once, and nothing is sent.
sample({ clock: cardForm.tokenizeFx.failData, fn: problemQuestion, target: questionRaised })
sample({ clock: opened, fn: () => undefined, target: cardForm.reset })
// Return in a field of the provider is a press of the main button, as everywhere in a form.
sample({ clock: cardForm.enterPressed, target: proceedPressed })
// The session was no longer raised: the code is asked for in place (DEC-77).
sample({ clock: submission.codeNeeded, fn: () => undefined, target: cards.panel.needed })

// NoIwillSignOTC (PRECHK-18, STATES S3.47, S3.48): no deposit, one update.
sample({ clock: counterPressed, source: $isBusy, filter: (busy) => !busy, fn: () => undefined, target: deferFx })
sample({ clock: deferral.stored, fn: () => ({}), target: agreementDeferred })
publishUpdateFailures(deferFx.failData)

// Nothing was stored, held or left for the counter: the renter looks at what is new and presses again (DEC-127).
const outdated = merge([submission.outdated, deferral.outdated])
sample({ clock: outdated, fn: ({ now }) => now, target: figures.newerReceived })
export const $differences = createStore<readonly RentalDifference[]>([]).on(outdated, (_, { differences }) => differences).reset(opened, submission.started, deferFx)
