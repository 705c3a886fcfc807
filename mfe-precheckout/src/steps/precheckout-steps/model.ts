import { $flags, $loading, $steps, $summary } from '@checkin/flow'
import { additionalDriverCardChosen, extrasCardChosen, precheckoutStepsContinued, upgradeCardChosen } from '@checkin/flow/publish/precheckout'
import type { StepVisit } from '@checkin/remote'
import { combine, createEvent, sample } from 'effector'
import { stepCards, type StepCardName } from '../../domain/step-cards.ts'

/** The screen is shown; the shell calls it once per visit. */
export const opened = createEvent<StepVisit>()
export const closed = createEvent()
export const cardPressed = createEvent<StepCardName>()
export const continuePressed = createEvent()

export const $cards = combine($steps, $flags, stepCards)
/** The lines of the rental say whether another driver can be added: no card before they are here. */
export const $isWaiting = combine($summary, $loading, (summary, { reservationExtras }) => summary === null && reservationExtras)

// STATES S3.20 to S3.22, DEC-84: only what is offered leads anywhere.
const chosen = sample({ clock: cardPressed, source: $cards, filter: (cards, name) => cards.some((card) => card.name === name && card.canOpen), fn: (_, name) => name })
const targets = { AddDriver: additionalDriverCardChosen, UpgradeVehicle: upgradeCardChosen, Extras: extrasCardChosen } as const
for (const [name, target] of Object.entries(targets)) sample({ clock: chosen, filter: (card) => card === name, fn: () => ({}), target })

// STATES S3.23
sample({ clock: continuePressed, fn: () => ({}), target: precheckoutStepsContinued })
