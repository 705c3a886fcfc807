import type { ApiFailure } from '@checkin/api'
import type { InvitationState } from '@checkin/api/invitation'
import { createTimer } from '@checkin/async/timer'
import { sessionCleared } from '@checkin/flow'
import { storedMobile } from '@checkin/driver-rules'
import { driverSaved } from '@checkin/flow/publish/driver'
import { combine, createEvent, createStore, sample } from 'effector'
import { beginInvitationFx, beginInvitationSmsFx, readInvitationFx, withdrawInvitationFx } from '../api.ts'
import { $facts } from '../forms/facts.ts'
import { createContactForm } from '../forms/screen-forms.ts'
import { looksOdd } from '../steps/driver-contact/model.ts'

/** Milliseconds between two questions whether the other driver is done. */
export const askAgainMs = 5000

/** The part shows, and goes. */
export const shown = createEvent()
export const left = createEvent()
/** Invites: an address, or null for a link to pass on. */
export const invitePressed = createEvent<string | null>()
/** Invites by text message: whether the renter says that the owner of the number agrees (DEC-285). */
export const smsPressed = createEvent<boolean>()
export const withdrawPressed = createEvent()
/** The other driver is done, and check-in goes on. */
export const goOnPressed = createEvent()

const pause = createTimer()
/** Where the invitation stands; null until it is known (DEC-211). */
export const $invitation = createStore<InvitationState | null>(null)
  .on([readInvitationFx.doneData, withdrawInvitationFx.doneData, beginInvitationSmsFx.doneData], (_, { data }) => data)
  .on(beginInvitationFx.doneData, (_, { data: { expiresAt } }) => ({ state: 'waiting', firstName: null, expiresAt }))
  .reset(sessionCleared)
/** The token of the link to pass on, known on this page alone; null for none. */
export const $link = createStore<string | null>(null).on(beginInvitationFx.doneData, (_, { data }) => data.token).reset(withdrawInvitationFx, beginInvitationSmsFx.done, sessionCleared)
type Problem = 'email' | 'number' | 'agreement' | 'failed' | 'refused' | 'wait' | 'code'
const problemOf = (typed: Problem) => (_: unknown, { kind, code }: ApiFailure): Problem =>
  (kind !== 'http' ? 'failed' : code === 'CodeRequired' ? 'code' : code === 'InvalidRequest' ? typed : code === 'TooManyRequests' ? 'wait' : 'refused')
/** What the last press came to. */
export const $problem = createStore<Problem | null>(null)
  .on([beginInvitationFx.failData, withdrawInvitationFx.failData], problemOf('email'))
  .on(beginInvitationSmsFx.failData, problemOf('number'))
  .on(smsPressed, (_, isAgreed) => (isAgreed ? null : 'agreement'))
  .reset(beginInvitationFx, beginInvitationSmsFx, withdrawInvitationFx, shown)
export const $isBusy = combine(beginInvitationFx.pending, beginInvitationSmsFx.pending, withdrawInvitationFx.pending, (...each) => each.includes(true))
const $isShown = createStore(false).on(shown, () => true).on(left, () => false)

// The answer of a message may be lost and the message not.
sample({ clock: [shown, pause.elapsed, beginInvitationSmsFx.fail], fn: () => ({}), target: readInvitationFx })
sample({ clock: invitePressed, source: $isBusy, filter: (busy) => !busy, fn: (_, email) => ({ body: { email } }), target: beginInvitationFx })
const form = createContactForm('invitee', $facts.map((facts) => ({ ...facts, rules: { mobile: { visible: true, mandatory: true } } })))
/** The number of the other driver, by the rules of a driver's own, whatever the company asks of drivers (DRIVER-36, DRIVER-37). */
export const smsContact = { subject: 'additional', form, $numberLooksOdd: form.$values.map(looksOdd) } as const
sample({ clock: smsPressed, source: $isBusy, filter: (busy, isAgreed) => !busy && isAgreed, fn: () => undefined, target: form.submitted })
sample({ clock: form.valid, fn: ({ mobilePrefix: prefix, mobile: phone }) => ({ body: { number: storedMobile({ prefix, phone }), agreed: true as const } }), target: beginInvitationSmsFx })
// The number stands nowhere on the page once the message went.
sample({ clock: beginInvitationSmsFx.done, fn: () => undefined, target: form.reset })
sample({ clock: withdrawPressed, source: $isBusy, filter: (busy) => !busy, fn: () => ({}), target: withdrawInvitationFx })
sample({ clock: [readInvitationFx.finally, beginInvitationFx.done, beginInvitationSmsFx.done], source: combine($isShown, $invitation, (isShown, now) => isShown && now?.state === 'waiting'), filter: Boolean, fn: () => askAgainMs, target: pause.start })
sample({ clock: left, fn: () => undefined, target: pause.stop })
sample({ clock: goOnPressed, fn: () => ({ addDriver: true }), target: driverSaved })
