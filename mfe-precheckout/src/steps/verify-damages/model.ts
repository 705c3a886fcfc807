import { damagesConfirmed, problemOccurred } from '@checkin/flow/publish/precheckout'
import type { StepVisit } from '@checkin/remote'
import { createEvent, createStore, sample } from 'effector'
import { createPictures, leastPictures } from '../../inspection/pictures.model.ts'

/** The screen is shown; the shell calls it once per visit. */
export const opened = createEvent<StepVisit>()
export const closed = createEvent()
export const yesPressed = createEvent()
/** Something differs: the pictures show it. */
export const noPressed = createEvent()

export const pictures = createPictures()

const answered = sample({ clock: noPressed, source: pictures.$pictures, fn: ({ length }) => length >= leastPictures })
/** Too few pictures, until one is added or removed (PRECHK-23). */
export const $isShort = createStore(false).on(answered, (_, enough) => !enough).reset(opened, pictures.$pictures)
/** Grows with every answer that lacks pictures; the focus then goes to where they are taken. */
export const $refusals = createStore(0).on(answered, (count, enough) => (enough ? count : count + 1)).reset(opened)

// STATES S4.1, S4.2, ERR-27
sample({ clock: [yesPressed, answered.filterMap((enough) => (enough ? enough : undefined))], fn: () => ({}), target: damagesConfirmed })
sample({ clock: answered, filter: (enough) => !enough, fn: () => ({ key: 'Atleast5Images' }), target: problemOccurred })
