import type { CodeSms } from '@checkin/api/code-sms'
import { smsProblemOf, type SmsProblem } from '@checkin/async/sms-problem'
import { codeEntryLeft, rentalAgreementFound } from '@checkin/flow/publish/verification'
import { combine, createEvent, createStore, sample } from 'effector'
import type * as model from '../steps/verify-code/model.ts'
import { readCodeSmsFx, sendCodeSmsFx } from './api.ts'

/** What this late part takes from the code screen. It is handed over and not imported, which would make files of their own of what the first screen loads (decision 0081). */
export type SmsKit = readonly [$isProven: typeof model.$isProven, codeForm: typeof model.codeForm, resendFx: typeof model.resendFx, wentBySms: typeof model.wentBySms]

/** How often it is asked at most what became of a message: then the page says what it knows. */
const mostQuestions = 45

/** A code by SMS instead of by e-mail (DEC-230, DEC-283). */
export function createSms(...[$isProven, codeForm, resendFx, wentBySms]: SmsKit) {
  const asked = createEvent()
  const left = createEvent()
  /** The renter asks for a message, knowing where it goes and what it may cost (DEC-283). */
  const sendPressed = createEvent()

  /** Whether a code may come by SMS, and what became of the last one; null until it is known (DEC-230). Another code by e-mail makes that old news. */
  const $sms = createStore<CodeSms | null>(null).on([readCodeSmsFx.doneData, sendCodeSmsFx.doneData], (_, { data }) => data)
    .on(resendFx.done, (sms) => sms && { ...sms, state: 'none' }).reset(left)
  const $problem = createStore<SmsProblem | null>(null)
    .on(sendCodeSmsFx.failData, (_, failure) => smsProblemOf(failure))
    // The answer was lost, the message was not.
    .on(readCodeSmsFx.doneData, (problem, { data: { state } }) => (problem?.kind === 'problem' && state === 'waiting' ? null : problem))
    .reset([sendCodeSmsFx, resendFx.done, left])
  const $questions = createStore(0).on(readCodeSmsFx.finally, (count) => count + 1).reset([left, sendCodeSmsFx])
  /** Grows with every answer while something may still become of a message; null when there is nothing to ask. */
  const $turn = combine($sms, $questions, (sms, questions) => ((sms?.state === 'waiting' || sms?.state === 'sent') && questions < mostQuestions ? questions : null))

  // What did not arrive went this way too: the mailed code is void all the same.
  sample({ clock: $sms, filter: (sms) => sms !== null, fn: (sms) => (sms === null || sms.state === 'none' ? null : sms.number), target: wentBySms })

  const lost = sample({ clock: sendCodeSmsFx.failData, filter: ({ kind }) => kind !== 'http' })
  sample({ clock: [asked, lost], fn: () => ({}), target: readCodeSmsFx })
  sample({ clock: sendPressed, source: sendCodeSmsFx.pending, filter: (busy) => !busy, fn: () => ({}), target: sendCodeSmsFx })
  // As with another mailed code: what was typed belongs to one that is void now. What sent nothing leaves it.
  sample({ clock: sendCodeSmsFx.done, target: codeForm.reset })
  // As `hasAgreement` says, which would come with what it stands beside (ERR-15).
  sample({ clock: sendCodeSmsFx.failData, filter: ({ code }) => code === 'HasRentalAgreement', fn: () => ({}), target: [rentalAgreementFound, codeEntryLeft] })

  return { $sms, $problem, $turn, $isProven, $isSending: sendCodeSmsFx.pending, asked, left, sendPressed }
}
export type Sms = ReturnType<typeof createSms>
