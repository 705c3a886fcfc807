import { $reservation } from '@checkin/flow'
import { precheckoutConfirmed, precheckoutExited, precheckoutReopened } from '@checkin/flow/publish/precheckout'
import type { StepVisit } from '@checkin/remote'
import { createEvent, sample } from 'effector'
import { createFigures } from '../../figures/figures.model.ts'
import { createTermsGate } from '../../terms/terms-gate.model.ts'

/** The screen is shown; the shell calls it once per visit. */
export const opened = createEvent<StepVisit>()
export const closed = createEvent()
export const proceedPressed = createEvent()
export const modifyPressed = createEvent()
export const exitPressed = createEvent()

export const termsGate = createTermsGate({ opened })
export const figures = createFigures({ opened, closed })

/** Vehicle, places and drivers (PAY-01). */
export const $loaded = $reservation.map((loaded) => loaded)

/** Data of the driver have to be given or corrected before the agreement; the terms are agreed to on this very screen (DEC-95). */
export const $isIncomplete = $reservation.map((loaded) => loaded?.missing?.precheckout.some(({ code }) => code !== 'TermsNotAccepted' && code !== 'NotEligible') ?? false)

// ProceedToRentalAgreement: the terms first, where a link led past them (DEC-11, STATES S3.6, S3.7).
const allowed = sample({
  clock: proceedPressed,
  source: { needed: termsGate.$isNeeded, open: termsGate.$isOpen, busy: termsGate.acceptFx.pending },
  filter: ({ open, busy }) => open && !busy,
})
sample({ clock: allowed, filter: ({ needed }) => needed, fn: () => undefined, target: termsGate.acceptFx })
sample({ clock: termsGate.acceptFx.done, fn: () => ({}), target: precheckoutConfirmed })
sample({ clock: allowed, filter: ({ needed }) => !needed, fn: () => ({}), target: precheckoutConfirmed })

// ModifyData and Exit (STATES S3.8, S3.9)
sample({ clock: modifyPressed, fn: () => ({}), target: precheckoutReopened })
sample({ clock: exitPressed, fn: () => ({}), target: precheckoutExited })
