import type { ApiFailure, Data, Input } from '@checkin/api'
import type { HandOverContract } from '@checkin/api/hand-over'
import type { Effect } from 'effector'
import { answerHandOverFx, answerInvitedHandOverFx, beginHandOverFx, beginInvitedHandOverFx, joinHandOverFx, readHandOverFx, readInvitedHandOverFx, sendHandOverPictureFx } from '../api.ts'
import { listenFx } from '../hand-over/hand-over.model.ts'

type Outcome<Name extends keyof HandOverContract> = Data<HandOverContract[Name]> | ApiFailure
type PhoneFake<Name extends keyof HandOverContract> = Outcome<Name> | ((input: Input<HandOverContract[Name]>) => Outcome<Name> | Promise<Outcome<Name>>)
/** What the calls about pictures by phone answer. */
export type PhoneFakes = { readonly [Name in keyof HandOverContract]?: PhoneFake<Name> }

/** Of 43 characters, as every token is. */
export const handOverToken = 'k'.repeat(43)

const usual: Required<PhoneFakes> = {
  beginHandOver: { token: handOverToken, expiresAt: '2026-11-24T10:10:00.000Z' },
  readHandOver: { state: 'waiting', pictures: [] },
  answerHandOver: { state: 'open' },
  beginInvitedHandOver: { token: handOverToken, expiresAt: '2026-11-24T10:10:00.000Z' },
  readInvitedHandOver: { state: 'waiting', pictures: [] },
  answerInvitedHandOver: { state: 'open' },
  joinHandOver: { state: 'number', number: '47', sides: ['document.front', 'licence.front'] },
  sendHandOverPicture: { sent: true },
}

const isFailure = (value: unknown): value is ApiFailure => typeof value === 'object' && value !== null && 'kind' in value && 'answer' in value

/** Handlers of these calls for `fork`, which note what was asked; nobody listens to events. */
export function phoneHandlers(fakes: PhoneFakes, calls: { readonly name: string; readonly input: unknown }[]): [Effect<unknown, unknown, unknown>, (input: unknown) => unknown][] {
  const answers: Readonly<Record<string, unknown>> = { ...usual, ...fakes }
  const effects = {
    beginHandOver: beginHandOverFx, readHandOver: readHandOverFx, answerHandOver: answerHandOverFx, joinHandOver: joinHandOverFx, sendHandOverPicture: sendHandOverPictureFx,
    beginInvitedHandOver: beginInvitedHandOverFx, readInvitedHandOver: readInvitedHandOverFx, answerInvitedHandOver: answerInvitedHandOverFx,
  }
  const handlers = Object.entries(effects).map(([name, effect]): [unknown, (input: unknown) => unknown] => [effect, async (input: unknown) => {
    calls.push({ name, input })
    const fake = answers[name]
    const answer: unknown = await (typeof fake === 'function' ? (fake as (given: unknown) => unknown)(input) : fake)
    if (isFailure(answer)) throw answer // oxlint-disable-line typescript/only-throw-error -- the failure of an effect is data
    return { data: answer, hasError: false, status: 200, error: null }
  }])
  return [...handlers, [listenFx, () => () => undefined]] as [Effect<unknown, unknown, unknown>, (input: unknown) => unknown][]
}
