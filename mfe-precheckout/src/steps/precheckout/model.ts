import { $config, $reservation, $session, $terms } from '@checkin/flow'
import { precheckoutConfirmed, precheckoutExited, precheckoutReopened, precheckoutTermsAgreed } from '@checkin/flow/publish/precheckout'
import type { StepVisit } from '@checkin/remote'
import { createTerms } from '@checkin/terms'
import { createEvent, sample } from 'effector'
import { acceptTermsFx, downloadTermsFx, listTermsFx, publishFailures } from '../../api.ts'
import { createFigures } from '../../figures/figures.model.ts'

/** The screen is shown; the shell calls it once per visit. */
export const opened = createEvent<StepVisit>()
export const closed = createEvent()
export const proceedPressed = createEvent()
export const modifyPressed = createEvent()
export const exitPressed = createEvent()

export const figures = createFigures({ opened, closed })

/** Vehicle, places and drivers (PAY-01). */
export const $loaded = $reservation

/** Data of the driver have to be given or corrected before the agreement; the terms are agreed to on this very screen (DEC-95). */
export const $isIncomplete = $reservation.map((loaded) => loaded?.missing?.precheckout.some(({ code }) => code !== 'TermsNotAccepted' && code !== 'NotEligible') ?? false)

/** ProceedToRentalAgreement: the terms first, where a link led past them (DEC-11, STATES S3.6, S3.7). */
export const termsGate = createTerms({ $config, $terms, acceptTermsFx, downloadTermsFx, listTermsFx, publishFailures })
  .createGate({ $session, $reservation, pressed: proceedPressed, agreed: precheckoutTermsAgreed, passed: precheckoutConfirmed })

// ModifyData and Exit (STATES S3.8, S3.9)
sample({ clock: modifyPressed, fn: () => ({}), target: precheckoutReopened })
sample({ clock: exitPressed, fn: () => ({}), target: precheckoutExited })
