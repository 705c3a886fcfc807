import { createEvent } from 'effector'
import * as z from 'zod/mini'
import { event } from './event.ts'

// What any module may publish. One unit for all owners: who publishes it doesn't matter.

/** Asks for the alert (SHELL-74). */
export const problemOccurred = event(z.object({
  /** Key of the common catalogue. */
  key: z.string(),
  /** The server's own message, shown instead of the key's words (SHELL-60). */
  text: z.optional(z.string()),
  params: z.optional(z.record(z.string(), z.union([z.string(), z.number()]))),
  /** Look of the toast; `error` when missing. */
  state: z.optional(z.enum(['error', 'warning', 'info', 'success'])),
}))
/** Asks for the modal (SHELL-76); the answer arrives as `questionAnswered` and `$modalAction`. */
export const questionRaised = event(z.object({
  /** `confirm`: Confirm and Cancel; `cancel`: one button that closes (SHELL-79). */
  type: z.enum(['confirm', 'cancel']),
  keys: z.array(z.string()),
  params: z.optional(z.record(z.string(), z.union([z.string(), z.number()]))),
  state: z.optional(z.enum(['error', 'warning', 'info', 'success'])),
  /** Keys of the common catalogue for the two buttons of a `confirm`, where Confirm and Cancel would not say what they do; since 1.5. */
  labels: z.optional(z.object({ confirm: z.string(), cancel: z.string() })),
}))
/** The work that an answer started has ended: the buttons of the modal stop loading (DEC-53). */
export const questionSettled = event(z.object({}))
/**
 * The API refused an act because something has to be given first (DEC-95): code, and name of the screen on which it is given. The shell loads the
 * reservation again and leads there; the reason follows as `problemOccurred`.
 */
export const requirementMissed = event(z.object({ code: z.string(), step: z.string() }))
/** The API refused the session (401): the shell clears it with a notice (ERR-46). */
export const sessionRefused = event(z.object({}))

/** The shell's first event in a scope, after its stores are filled from the page. Models may start on it. */
export const appStarted = createEvent({ name: 'shell/appStarted' })
