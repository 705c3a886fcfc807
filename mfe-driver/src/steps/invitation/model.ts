import type { ApiFailure } from '@checkin/api'
import { isUnanswered } from '@checkin/async/failures'
import { createTimer } from '@checkin/async/timer'
import type { InvitedState } from '@checkin/api/invitation'
import type { StepVisit } from '@checkin/remote'
import { attach, combine, createEvent, createStore, sample } from 'effector'
import { checkInvitedTaxNumberFx, findInvitedPostalCodeFx, openInvitationFx, proveInvitationFx, saveInvitedFx, sendInvitationCodeFx, validateInvitedAgeFx } from '../../api.ts'
import type { DetailsCalls, PostalQuery, TaxQuery } from '../../forms/details-calls.ts'
import { $invitedToken, invitedTokenKnown, invitedTripKnown } from '../../invitation/invited-trip.ts'
import { phoneKey } from '../hand-over/phone-key.ts'

/** Where an invited driver stands (DEC-210). */
export type InvitedView =
  | 'asking' | 'gone' | 'unreachable'
  /** An own address has to be named. */
  | 'email'
  /** A code has to be asked for, or typed. */
  | 'code'
  /** Proved: the data are filled in. */
  | 'open'
  | 'done'

/** Milliseconds between two questions whether the link is still good. */
export const askAgainMs = 10_000

/** The screen is shown, once per visit. */
export const opened = createEvent<StepVisit>()
export const closed = createEvent()
export const retryPressed = createEvent()
/** Own address, or empty where the link was mailed to one, or went to a number. */
export const codeAsked = createEvent<string>()
export const codeTyped = createEvent<string>()

const $token = $invitedToken
sample({ clock: opened, fn: ({ params }) => params['guid'] ?? '', target: invitedTokenKnown })
const openFx = attach({ source: $token, effect: openInvitationFx, mapParams: (_: void, token) => ({ body: { token, key: phoneKey(token) } }) })
const codeFx = attach({ source: $token, effect: sendInvitationCodeFx, mapParams: (email: string, token) => ({ body: { token, email: email === '' ? null : email } }) })
const proveFx = attach({ source: $token, effect: proveInvitationFx, mapParams: (code: string, token) => ({ body: { token, key: phoneKey(token), code } }) })
/** Saves what was filled in. */
export const saveFx = attach({ source: $token, effect: saveInvitedFx, mapParams: (driver: Parameters<typeof saveInvitedFx>[0]['body']['driver'], token) => ({ body: { token, key: phoneKey(token), driver } }) })
const proofOf = (token: string) => ({ token, key: phoneKey(token) })
const postalFx = attach({ source: $token, effect: findInvitedPostalCodeFx, mapParams: (query: PostalQuery, token) => ({ body: { ...proofOf(token), ...query } }) })
const taxFx = attach({ source: $token, effect: checkInvitedTaxNumberFx, mapParams: (query: TaxQuery, token) => ({ body: { ...proofOf(token), ...query } }) })
const ageFx = attach({ source: $token, effect: validateInvitedAgeFx, mapParams: (birthDate: string, token) => ({ body: { ...proofOf(token), birthDate } }) })
/** What is asked while the form is filled in (DEC-237). */
export const invitedCalls: DetailsCalls = { findPostalCode: postalFx, checkTaxNumber: taxFx, validateAge: ageFx }
const pause = createTimer()

const isGone = ({ kind, code }: ApiFailure): boolean => kind === 'http' && code === 'LinkUnknown'

export const $view = createStore<InvitedView>('asking')
  .on([openFx.doneData, proveFx.doneData], (view, { data: { state } }) => (state === 'email' && view === 'code' ? view : state))
  .on(codeFx.done, () => 'code')
  .on(saveFx.done, () => 'done')
  .on(openFx.failData, (view, failure) => {
    if (view === 'done') return view
    if (isGone(failure)) return 'gone'
    return view === 'asking' ? 'unreachable' : view
  })
  .on([codeFx.failData, proveFx.failData, saveFx.failData, postalFx.failData, taxFx.failData, ageFx.failData], (view, failure) => (isGone(failure) ? 'gone' : failure.code === 'CodeRequired' ? 'code' : view))
  .on(retryPressed, (view) => (view === 'unreachable' ? 'asking' : view))
  .reset(opened)

/** What became of the last code by text message; null where codes are mailed (DEC-285). */
export const $sms = createStore<NonNullable<InvitedState['sms']> | null>(null).on(openFx.doneData, (_, { data: { sms } }) => sms ?? null).reset(opened)
/** A code was sent in this visit. */
export const $isSent = createStore(false).on(codeFx.done, () => true).on([saveFx.failData, postalFx.failData, taxFx.failData, ageFx.failData], (sent, { code }) => (code === 'CodeRequired' ? false : sent)).reset(opened)
/** The own address, where it was typed here. */
export const $email = createStore('').on(codeAsked, (email, typed) => (typed === '' ? email : typed)).reset(opened)
/** What went wrong with the code: its key among the words; null for nothing. */
export const $problem = createStore<'wrong' | 'wait' | 'failed' | null>(null)
  .on([codeFx.failData, proveFx.failData], (_, failure) => (failure.code === 'CodeNotFound' ? 'wrong' : failure.code === 'TooManyRequests' ? 'wait' : isUnanswered(failure) ? 'failed' : null))
  .reset(opened, codeFx, proveFx)
export const $isBusy = combine(codeFx.pending, proveFx.pending, (...each) => each.includes(true))

sample({ clock: [opened, retryPressed, pause.elapsed], source: openFx.pending, filter: (busy) => !busy, fn: () => undefined, target: openFx })
sample({ clock: codeAsked, source: { busy: $isBusy, email: $email }, filter: ({ busy }) => !busy, fn: ({ email }) => email, target: codeFx })
sample({ clock: codeTyped, source: $isBusy, filter: (busy) => !busy, fn: (_, code) => code, target: proveFx })
sample({ clock: [openFx.doneData, proveFx.doneData], filter: ({ data }) => data.trip !== null, fn: ({ data }) => data.trip, target: invitedTripKnown })
// What becomes of a message is asked as long as it is under way.
sample({ clock: codeFx.done, source: $sms, filter: (sms) => sms !== null, fn: () => undefined, target: openFx })
const $isUnderWay = combine($view, $sms, (view, sms) => view === 'code' && (sms === 'waiting' || sms === 'sent'))
// An open page ends with the link.
sample({ clock: [openFx.finally, proveFx.done], source: combine($view, $isUnderWay, (view, isUnderWay) => view === 'open' || isUnderWay), filter: Boolean, fn: () => askAgainMs, target: pause.start })
sample({ clock: [closed, saveFx.done], fn: () => undefined, target: pause.stop })
sample({ clock: [closed, opened], fn: () => null, target: invitedTripKnown })
