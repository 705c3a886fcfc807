import { hasAgreement, isUnanswered } from '@checkin/async/failures'
import { linkAccepted, linkRefused } from '@checkin/flow/publish/verification'
import type { StepVisit } from '@checkin/remote'
import { attach, createEvent, createStore, sample } from 'effector'
import { resumeFx as resume } from '../../api.ts'
import { publishFailures } from '../../failures.ts'

/** The screen is shown, once per visit. */
export const opened = createEvent<StepVisit>()
export const closed = createEvent()
export const retryPressed = createEvent()

export const resumeFx = attach({ effect: resume })

const $token = createStore('').on(opened, (_, { params }) => params['guid'] ?? '')
/** No answer came at all: the link may be good, so it can be tried again (ERR-45). */
export const $isUnreachable = createStore(false)
  .on(resumeFx.failData, (_, failure) => isUnanswered(failure))
  .reset(opened, resumeFx)

sample({ clock: [opened, retryPressed], source: { guid: $token, busy: resumeFx.pending }, filter: ({ busy }) => !busy, fn: ({ guid }) => ({ params: { guid } }), target: resumeFx })

// STATES S1.11
sample({
  clock: resumeFx.doneData,
  fn: ({ data: { reservation, driver, addDriver, sessionKey, termsAccepted, missing, rowVersion } }) => ({
    guid: reservation.guid, sessionKey, reservation, driver: driver ?? null, addDriver: addDriver ?? null, termsAccepted, rowVersion, ...(missing && { missing }),
  }),
  target: linkAccepted,
})

// STATES S1.12: any answer that isn't the reservation clears the session; the shell carries the reason over the reload (ERR-33, DEC-55).
sample({
  clock: resumeFx.failData,
  filter: (failure) => !isUnanswered(failure),
  fn: (failure) => ({ reason: hasAgreement(failure) ? 'has-agreement' as const : 'unknown' as const }),
  target: linkRefused,
})
publishFailures('resume', sample({ clock: resumeFx.failData, filter: isUnanswered }))
