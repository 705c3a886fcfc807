import * as z from 'zod/mini'
import { ownerEvents } from './owner-events.ts'

/** What the shell tells the modules. */
export const shellPayloads = {
  /** The renter answered the open question (SHELL-78); `close` stands for Cancel, Escape and the only button of a cancel-type modal. */
  questionAnswered: z.object({ action: z.enum(['confirm', 'close']) }),
  /** The verified reservation is gone (SHELL-38): models drop what they hold of it. */
  sessionCleared: z.object({}),
  /** A reload that a module's event asked for has ended; `$reservation` holds the fresh one when `ok`. */
  reservationReloaded: z.object({ ok: z.boolean() }),
  /** The renter chose another language (SHELL-72). */
  languageChanged: z.object({ language: z.enum(['en', 'pt', 'fr']) }),
} as const

export const shellEvents = ownerEvents('shell', shellPayloads)
