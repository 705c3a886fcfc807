import { cardGateway, loadScriptFx } from '@checkin/card-payment'
import { overviewExited, reviewConfirmed, reviewReopened } from '@checkin/flow/publish/payment'
import type { StepVisit } from '@checkin/remote'
import { attach, createEvent, sample } from 'effector'
import { listGatewaysFx } from '../../api.ts'
import { createReview } from '../../review/review.model.ts'

/** The screen is shown; the shell calls it once per visit. */
export const opened = createEvent<StepVisit>()
export const closed = createEvent()
export const proceedPressed = createEvent()
export const modifyPressed = createEvent()
export const exitPressed = createEvent()
export const retryPressed = createEvent()

export const review = createReview({ opened, closed })
sample({ clock: retryPressed, target: review.reload })

// SHELL-37: the script is in the page of both overviews; without it nothing is lost here.
const listFx = attach({ effect: listGatewaysFx, mapParams: (_: void) => ({}) })
sample({ clock: opened, fn: () => undefined, target: listFx })
sample({ clock: listFx.doneData.filterMap(({ data }) => cardGateway(data)?.clientScript ?? undefined), target: loadScriptFx })

// S3.39 to S3.41 (PAY-05, DEC-60)
sample({ clock: proceedPressed, fn: () => ({}), target: reviewConfirmed })
sample({ clock: modifyPressed, fn: () => ({}), target: reviewReopened })
sample({ clock: exitPressed, fn: () => ({}), target: overviewExited })
