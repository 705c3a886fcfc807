import { birthDateCheck, problemWith } from '@checkin/driver-rules'
import type { FormModel } from '@checkin/forms'
import { attach, combine, createEffect, createStore, sample, type EffectResult, type Event } from 'effector'
import type { VerifyField } from '../domain/form-defaults.ts'
import type { DetailsCalls } from '../forms/details-calls.ts'
import { $facts } from '../forms/facts.ts'

/** What the server said of a birth date. */
interface Answer {
  readonly birthDate: string
  readonly fee: EffectResult<DetailsCalls['validateAge']>['data']['fee']
}

/** Asks for the fee of an age as soon as the birth date is there, so that it shows before anything is sent (DEC-237). */
export function createAgeFee(verify: FormModel<VerifyField>, validateAge: DetailsCalls['validateAge'], opened: Event<void>) {
  const askFx = attach({ effect: validateAge })
  const $birthDate = combine($facts, verify.$values, (facts, { birthDate }) => (birthDate !== '' && problemWith(birthDateCheck(facts), birthDate) === null ? birthDate : ''))
  const $answer = createStore<Answer | null>(null)
    .on(askFx.done, (_, { params, result: { data: { fee } } }) => ({ birthDate: params, fee }))
    .reset(opened)
  sample({ clock: $birthDate, source: $answer, filter: (answer, birthDate) => birthDate !== '' && answer?.birthDate !== birthDate, fn: (_, birthDate) => birthDate, target: askFx })
  /** The fee that the birth date as it stands brings; null for none, or while it is not known. */
  const $fee = combine($answer, $birthDate, (answer, birthDate) => (answer !== null && answer.birthDate === birthDate ? answer.fee : null))

  const nowFx = attach({ effect: validateAge })
  $answer.on(nowFx.done, (_, { params, result: { data: { fee } } }) => ({ birthDate: params, fee }))
  const lookFx = createEffect(async ({ answer, birthDate }: { readonly answer: Answer | null; readonly birthDate: string }): Promise<boolean> =>
    answer?.birthDate === birthDate || (await nowFx(birthDate)).data.fee === null)
  /** Whether what a birth date brings was shown already, or it brings nothing. Else it shows now, and sending is pressed again. */
  const wasShownFx = attach({ source: $answer, effect: lookFx, mapParams: (birthDate: string, answer) => ({ answer, birthDate }) })
  return { $fee, wasShownFx, failed: nowFx.failData }
}
