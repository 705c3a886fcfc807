import type { CodeSms } from '@checkin/api/code-sms'
import { createTimer } from '@checkin/async/timer'
import { createEvent, createStore, sample } from 'effector'
import { readCodeSmsFx, sendCodeSmsFx } from '../api.ts'
import { codeForm } from '../steps/verify-code/model.ts'

/** Milliseconds between two questions what became of a message. */
export const askAgainMs = 2000
/** How often that is asked at most: then the page says what it knows. */
export const mostQuestions = 45

/** The part shows, and goes. */
export const shown = createEvent()
export const left = createEvent()
export const sendPressed = createEvent()

const pause = createTimer()
/** Whether a code may come by SMS, and what became of the last one; null until it is known (DEC-230). */
export const $sms = createStore<CodeSms | null>(null).on([readCodeSmsFx.doneData, sendCodeSmsFx.doneData], (_, { data }) => data).reset(left)
/** Why the last press sent nothing. */
export const $problem = createStore<'wait' | 'problem' | null>(null).on(sendCodeSmsFx.failData, (_, { code }) => (code === 'TooManyRequests' ? 'wait' : 'problem')).reset(sendCodeSmsFx, left)
export const $isSending = sendCodeSmsFx.pending
const $questions = createStore(0).on(readCodeSmsFx, (count) => count + 1).reset(shown, sendCodeSmsFx)
const $isShown = createStore(false).on(shown, () => true).on(left, () => false)

sample({ clock: [shown, pause.elapsed], fn: () => ({}), target: readCodeSmsFx })
sample({ clock: sendPressed, source: $isSending, filter: (busy) => !busy, fn: () => ({}), target: sendCodeSmsFx })
// What was typed belongs to a code that is void now.
sample({ clock: sendCodeSmsFx.done, target: codeForm.reset })
sample({
  clock: [readCodeSmsFx.finally, sendCodeSmsFx.done], source: { sms: $sms, isShown: $isShown, questions: $questions },
  filter: ({ sms, isShown, questions }) => isShown && questions < mostQuestions && (sms?.state === 'waiting' || sms?.state === 'sent'), fn: () => askAgainMs, target: pause.start,
})
sample({ clock: left, target: pause.stop })
