import type { ApiFailure, Data, Success } from '@checkin/api'
import type { HandOverContract, HandOverSide } from '@checkin/api/hand-over'
import { attach, createEffect, createStore } from 'effector'
import { answerHandOverFx, answerInvitedHandOverFx, beginHandOverFx, beginInvitedHandOverFx, readHandOverFx, readInvitedHandOverFx } from '../api.ts'
import type { FormOwner } from '../forms/screen-forms.ts'
import { $invitedToken } from '../invitation/invited-trip.ts'
import { phoneKey } from '../steps/hand-over/phone-key.ts'

/** The part of a screen whose pictures a phone takes; one at a time. */
export type Place = 'photos' | 'document' | 'licence' | 'second'

export interface Start {
  readonly place: Place
  readonly owner: FormOwner
  readonly sides: readonly HandOverSide[]
}

/** A question about a code; `token` is the code's. */
interface Ask { readonly token: string; readonly taken: readonly string[] }
interface Answer { readonly token: string; readonly number: string | null }
/** What stands for a session: the link and its proved browser (DEC-240); null where there is a session. */
type Proof = { readonly token: string; readonly key: string } | null
type Answered<Name extends keyof HandOverContract> = Success<Data<HandOverContract[Name]>>

const proofFor = (owner: FormOwner, token: string): Proof => (owner === 'invited' ? { token, key: phoneKey(token) } : null)

/** Begins for whoever's pictures they are: API-47, API-73. */
export const beginFx = attach({
  source: $invitedToken,
  mapParams: ({ owner, sides }: Start, token) => ({ proof: proofFor(owner, token), sides }),
  effect: createEffect<{ readonly proof: Proof; readonly sides: readonly HandOverSide[] }, Answered<'beginHandOver'>, ApiFailure>(({ proof, sides }) =>
    (proof ? beginInvitedHandOverFx({ body: { ...proof, sides: [...sides] } }) : beginHandOverFx({ body: { sides: [...sides] } }))),
})

/** Whose the code is that is good. */
const $whose = createStore<FormOwner>('main', { serialize: 'ignore' }).on(beginFx.done, (_, { params }) => params.owner)

/** How it stands, and what came: API-48, API-74. */
export const readFx = attach({
  source: { owner: $whose, link: $invitedToken },
  mapParams: ({ token, taken }: Ask, { owner, link }) => ({ proof: proofFor(owner, link), token, taken }),
  effect: createEffect<Ask & { readonly proof: Proof }, Answered<'readHandOver'>, ApiFailure>(({ proof, token, taken }) =>
    (proof ? readInvitedHandOverFx({ body: { ...proof, handOver: token, taken: [...taken] } }) : readHandOverFx({ body: { token, taken: [...taken] } }))),
})

/** The number that the phone shows, or null for the end: API-49, API-75. */
export const answerFx = attach({
  source: { owner: $whose, link: $invitedToken },
  mapParams: ({ token, number }: Answer, { owner, link }) => ({ proof: proofFor(owner, link), token, number }),
  effect: createEffect<Answer & { readonly proof: Proof }, Answered<'answerHandOver'>, ApiFailure>(({ proof, token, number }) =>
    (proof ? answerInvitedHandOverFx({ body: { ...proof, handOver: token, number } }) : answerHandOverFx({ body: { token, number } }))),
})
