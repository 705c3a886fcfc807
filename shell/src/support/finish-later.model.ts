import { failurePublisher } from '@checkin/async/failures'
import { sendLaterLinkFx } from '@checkin/api/client'
import { $completion, $session } from '@checkin/flow'
import { problemOccurred, questionRaised, sessionCleared, sessionRefused } from '@checkin/flow/publish/shell'
import { attach, combine, createEvent, createStore, sample } from 'effector'

/** The renter asks for a link to finish later. */
export const laterLinkRequested = createEvent()

export const sendFx = attach({ effect: sendLaterLinkFx, mapParams: () => ({}) as never })

/** Whom the server would send one: who proved a code, until check-in is complete (DEC-186). */
export const $canFinishLater = combine($session, $completion, (session, completion) => session?.kind === 'code' && completion === null)

/** A link is on its way; until another one is asked for. */
export const $isSent = createStore(false).on(sendFx.done, () => true).on(sendFx, () => false).reset(sessionCleared)

sample({ clock: laterLinkRequested, source: sendFx.pending, filter: (pending) => !pending, fn: () => undefined, target: sendFx })

const publishFailures = failurePublisher({ problemOccurred, questionRaised, sessionRefused })
publishFailures('sendLaterLink', sendFx.failData)
