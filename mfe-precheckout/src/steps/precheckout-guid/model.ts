import type { LoadedReservation } from '@checkin/api'
import { hasAgreement, isUnanswered } from '@checkin/async/failures'
import { $session } from '@checkin/flow'
import { precheckoutDenied, precheckoutOpened, precheckoutRefused } from '@checkin/flow/publish/precheckout'
import type { StepVisit } from '@checkin/remote'
import { attach, combine, createEvent, createStore, sample } from 'effector'
import { getPrecheckoutReservationFx, isIneligible, publishFailures, resumeFx as resume } from '../../api.ts'

/** The screen is shown; the shell calls it once per visit. */
export const opened = createEvent<StepVisit>()
export const closed = createEvent()
export const retryPressed = createEvent()

const byGuid = (guid: string) => ({ params: { guid } })
/** The reservation in pre-checkout mode, with the session that the browser may have already (API-14). */
export const loadFx = attach({ effect: getPrecheckoutReservationFx, mapParams: byGuid })
/** A session by the link (API-12). */
export const resumeFx = attach({ effect: resume, mapParams: byGuid })
/** API-14 once more, now with that session (DEC-61). */
export const loadAgainFx = attach({ effect: getPrecheckoutReservationFx, mapParams: byGuid })

const $token = createStore('').on(opened, (_, { params }) => params['guid'] ?? '')
const $isBusy = combine(loadFx.pending, resumeFx.pending, loadAgainFx.pending, (...pending) => pending.includes(true))
/** What the link gave, for the way into the main flow when pre-checkout stays closed. */
const $resumed = createStore<(LoadedReservation & { readonly sessionKey: string }) | null>(null).on(resumeFx.doneData, (_, { data }) => data).reset(opened)

const failed = [loadFx.failData, resumeFx.failData, loadAgainFx.failData]
/** No answer came at all: the link may be good, so it can be tried again (ERR-45). */
export const $isUnreachable = createStore(false).on(failed, (_, failure) => isUnanswered(failure)).reset(opened, loadFx)

sample({ clock: [opened, retryPressed], source: { token: $token, busy: $isBusy }, filter: ({ busy }) => !busy, fn: ({ token }) => token, target: loadFx })

// The first call may fail only for want of a session; an agreement, or nobody answering, is the same with one.
sample({ clock: loadFx.failData, source: $token, filter: (_, failure) => !isUnanswered(failure) && !hasAgreement(failure), fn: (token) => token, target: resumeFx })
sample({ clock: resumeFx.doneData, fn: ({ data: { reservation } }) => reservation.guid, target: loadAgainFx })

const openedWith = ({ reservation, driver, addDriver, termsAccepted, missing, rowVersion }: LoadedReservation, sessionKey: string) =>
  ({ guid: reservation.guid, sessionKey, reservation, driver, addDriver, termsAccepted, rowVersion, ...(missing && { missing }) })

// STATES S3.1, S3.2
sample({
  clock: [loadFx.doneData, loadAgainFx.doneData],
  source: { resumed: $resumed, session: $session },
  fn: ({ resumed, session }, { data }) => openedWith(data, data.sessionKey ?? resumed?.sessionKey ?? session?.sessionKey ?? ''),
  target: precheckoutOpened,
})

// STATES S3.3: the link is good, pre-checkout isn't possible.
sample({
  clock: sample({
    clock: loadAgainFx.failData, source: $resumed, filter: (_, failure) => !isUnanswered(failure) && !hasAgreement(failure), fn: (resumed) => resumed,
  }).filterMap((resumed) => resumed ?? undefined),
  fn: (resumed) => openedWith(resumed, resumed.sessionKey),
  target: precheckoutDenied,
})
publishFailures('getPrecheckoutReservation', sample({ clock: loadAgainFx.failData, filter: isIneligible }))

// STATES S3.4, S3.5: the session is cleared, and the shell carries the reason over the reload (ERR-34, DEC-56).
sample({ clock: resumeFx.failData, filter: (failure) => !isUnanswered(failure) && !hasAgreement(failure), fn: () => ({ reason: 'unknown' as const }), target: precheckoutRefused })
sample({ clock: failed, filter: hasAgreement, fn: () => ({ reason: 'has-agreement' as const }), target: precheckoutRefused })
publishFailures('resume', sample({ clock: failed, filter: isUnanswered }))
