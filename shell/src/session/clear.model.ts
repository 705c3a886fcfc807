import { $completion, $flow, $lookup, $mode, $moduleStatus, $offerDraft, $precheckoutToken, $progress, $reservation, $session, $summary, sessionCleared } from '@checkin/flow/publish/shell'
import type { SessionEnd } from '@checkin/telemetry'
import { createEffect, createEvent, createStore, sample } from 'effector'
import type { AlertRequest } from '../feedback/alert.model.ts'
import { goFx } from '../navigation/history.ts'
import { forgetSessionFx, leaveNoticeFx } from './tab-storage.ts'

/** Why a session is cleared. */
export interface Clearing {
  /** The renter chose to leave: what was typed goes too. A refused session keeps the drafts (DEC-85). */
  readonly byChoice: boolean
  /** The one alert that the renter reads after the reload (DEC-55). */
  readonly notice?: AlertRequest
}

/** CONST-23: milliseconds from clearing to the reload. */
export const reloadDelay = 100
/** The reload does not wait longer than this for the server to end the session. */
const endPatience = 400

/** SHELL-38: clear the verified reservation, go to `/`, reload after 100 ms. */
export const clearRequested = createEvent<Clearing>()

/** The site ends the session on the server and unpins its release, unless another tab's has taken its place; the request survives the reload. */
export const endOnServerFx = createEffect(async (ended: SessionEnd) => {
  await fetch('/session/end', {
    method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(ended), keepalive: true, credentials: 'same-origin', signal: AbortSignal.timeout(endPatience),
  })
})
const waitFx = createEffect(() => new Promise<void>((done) => setTimeout(done, reloadDelay)))
export const reloadPageFx = createEffect(() => {
  window.location.reload()
})

/** True from the clearing on: nothing is stored or asked any more, the page is about to go. */
export const $clearing = createStore(false).on(clearRequested, () => true)

const endAndWaitFx = createEffect(async (ended: SessionEnd) => {
  await Promise.allSettled([endOnServerFx(ended), waitFx()])
})
const clearFx = createEffect(async ({ byChoice, notice, reservation }: Clearing & SessionEnd) => {
  await forgetSessionFx({ drafts: byChoice })
  // The notice is written last: forgetting the drafts takes everything that is there.
  if (notice) await leaveNoticeFx(notice)
  await endAndWaitFx({ reservation })
  await reloadPageFx()
})
const begun = sample({
  clock: clearRequested, source: { pending: clearFx.pending, session: $session }, filter: ({ pending }) => !pending,
  fn: ({ session }, clearing) => ({ ...clearing, reservation: session?.guid ?? null }),
})
sample({ clock: begun, fn: () => ({}), target: sessionCleared })
sample({ clock: begun, fn: () => ({ to: '/', replace: true }), target: goFx })
sample({ clock: begun, target: clearFx })

for (const $store of [$session, $reservation, $summary, $moduleStatus, $lookup, $progress, $offerDraft, $completion, $precheckoutToken, $mode, $flow]) $store.reset(sessionCleared)
