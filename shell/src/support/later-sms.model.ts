import type { CodeSms } from '@checkin/api/code-sms'
import { smsProblemOf, type SmsProblem } from '@checkin/async/sms-problem'
import { attach, combine, createEvent, createStore, sample } from 'effector'
import type { SupportKit } from './kit.ts'

/** How often it is asked at most what became of a message: then the page says what it knows. */
const mostQuestions = 45

/** The link to finish later by SMS, where the tenant has it and a number is on file (API-98, API-99, DEC-281). `mailed`: a link left by mail, which ends the one before. */
export function createLaterSms({ client: { readLaterSmsFx, sendLaterLinkFx, sendLaterSmsFx }, flow: { $config, sessionCleared } }: SupportKit) {
  const readFx = attach({ effect: readLaterSmsFx })
  const sendFx = attach({ effect: sendLaterSmsFx })
  /** The place where a link is asked for is open, or a moment went by. */
  const asked = createEvent()
  /** The renter asks for a message, knowing where it goes and what it may cost. */
  const requested = createEvent()
  const mailed = sendLaterLinkFx.done

  const $sms = createStore<CodeSms | null>(null).on([readFx.doneData, sendFx.doneData], (_, { data }) => data)
    .on(mailed, (sms) => sms && { ...sms, state: 'none' }).reset(sessionCleared)
  const $problem = createStore<SmsProblem | null>(null).on(sendFx.failData, (_, failure) => smsProblemOf(failure))
    // The answer was lost, the message was not.
    .on(readFx.doneData, (problem, { data: { state } }) => (problem?.kind === 'problem' && state === 'waiting' ? null : problem))
    .reset([sendFx, mailed, sessionCleared])
  const $questions = createStore(0).on(readFx.finally, (count) => count + 1).reset([sendFx, sessionCleared])
  /** Grows with every answer while something may still become of a message; null when there is nothing to ask. */
  const $turn = combine($sms, $questions, (sms, questions) => ((sms?.state === 'waiting' || sms?.state === 'sent') && questions < mostQuestions ? questions : null))
  const lost = sample({ clock: sendFx.failData, filter: ({ kind }) => kind !== 'http' })

  sample({ clock: [asked, lost], source: $config, filter: (config) => config?.smsLinks === true, fn: () => ({}) as never, target: readFx })
  sample({ clock: requested, source: sendFx.pending, filter: (busy) => !busy, fn: () => ({}) as never, target: sendFx })

  return { $sms, $problem, $turn, $isSending: sendFx.pending, asked, requested }
}
export type LaterSms = ReturnType<typeof createLaterSms>
