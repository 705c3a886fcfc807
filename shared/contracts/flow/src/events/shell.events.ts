import { languages } from '@checkin/api/languages'
import * as z from 'zod/mini'
import { event } from './event.ts'

// What the shell publishes.

/**
 * The renter answered the open question (SHELL-78); `close` stands for Cancel, Escape and the only button of a cancel-type modal. `dismissed` (since
 * 1.5) is set for Escape: no button was pressed, so a question whose Cancel does something has no answer.
 */
export const questionAnswered = event(z.object({ action: z.enum(['confirm', 'close']), dismissed: z.optional(z.boolean()) }))
/** The verified reservation is gone (SHELL-38): models drop what they hold of it. */
export const sessionCleared = event(z.object({}))
/** A reload that a module's event asked for has ended; `$reservation` holds the fresh one when `ok`. */
export const reservationReloaded = event(z.object({ ok: z.boolean() }))
/** The renter chose another language (SHELL-72). */
export const languageChanged = event(z.object({ language: z.enum(languages) }))

export { appStarted, problemOccurred, questionRaised, questionSettled, sessionRefused } from './common.events.ts'

/** The flow's stores, written by the shell only. */
export {
  $completion, $config, $flow, $language, $lists, $loading, $lookup, $modalAction, $mode, $moduleStatus, $offerDraft, $precheckoutToken, $progress,
  $reservation, $session, $summary, $terms,
} from '../state/stores.ts'
export { offerDraftSchema } from './offers.events.ts'
export { storedFields, type StoredField } from '../state/stored-fields.ts'
