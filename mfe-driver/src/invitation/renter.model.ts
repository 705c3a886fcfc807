import type { InvitationState } from '@checkin/api/invitation'
import { createTimer } from '@checkin/async/timer'
import { $config, sessionCleared } from '@checkin/flow'
import { driverSaved } from '@checkin/flow/publish/driver'
import { combine, createEvent, createStore, sample } from 'effector'
import { beginInvitationFx, readInvitationFx, withdrawInvitationFx } from '../api.ts'

/** Milliseconds between two questions whether the other driver is done. */
export const askAgainMs = 5000

/** The part shows, and goes. */
export const shown = createEvent()
export const left = createEvent()
/** Invites: an address, or null for a link to pass on. */
export const invitePressed = createEvent<string | null>()
export const withdrawPressed = createEvent()
/** The other driver is done, and check-in goes on. */
export const goOnPressed = createEvent()

const pause = createTimer()
/** Where the invitation stands; null until it is known (DEC-211). */
export const $invitation = createStore<InvitationState | null>(null)
  .on([readInvitationFx.doneData, withdrawInvitationFx.doneData], (_, { data }) => data)
  .on(beginInvitationFx.doneData, (_, { data: { expiresAt } }) => ({ state: 'waiting', firstName: null, expiresAt }))
  .reset(sessionCleared)
/** The token of the link to pass on, known on this page alone; null for none. */
export const $link = createStore<string | null>(null).on(beginInvitationFx.doneData, (_, { data }) => data.token).reset(withdrawInvitationFx, sessionCleared)
/** What the last press came to. */
export const $problem = createStore<'email' | 'failed' | 'refused' | 'code' | null>(null)
  .on([beginInvitationFx.failData, withdrawInvitationFx.failData], (_, { kind, code }) => (kind !== 'http' ? 'failed' : code === 'CodeRequired' ? 'code' : code === 'InvalidRequest' ? 'email' : 'refused'))
  .reset(beginInvitationFx, withdrawInvitationFx, shown)
/** Code of the currency of a fee. */
export const $currency = $config.map((config) => config?.currency ?? 'EUR')
export const $isBusy = combine(beginInvitationFx.pending, withdrawInvitationFx.pending, (...each) => each.includes(true))
const $isShown = createStore(false).on(shown, () => true).on(left, () => false)

sample({ clock: [shown, pause.elapsed], fn: () => ({}), target: readInvitationFx })
sample({ clock: invitePressed, source: $isBusy, filter: (busy) => !busy, fn: (_, email) => ({ body: { email } }), target: beginInvitationFx })
sample({ clock: withdrawPressed, source: $isBusy, filter: (busy) => !busy, fn: () => ({}), target: withdrawInvitationFx })
sample({ clock: [readInvitationFx.finally, beginInvitationFx.done], source: combine($isShown, $invitation, (isShown, now) => isShown && now?.state === 'waiting'), filter: Boolean, fn: () => askAgainMs, target: pause.start })
sample({ clock: left, fn: () => undefined, target: pause.stop })
sample({ clock: goOnPressed, fn: () => ({ addDriver: true }), target: driverSaved })
