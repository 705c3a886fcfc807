import { isRefused } from '@checkin/async/failures'
import { createTimer } from '@checkin/async/timer'
import type { ApiFailure } from '@checkin/api'
import type { HandOverSide } from '@checkin/api/hand-over'
import { problemOccurred } from '@checkin/flow/publish/driver'
import { checkImageFile } from '@checkin/driver-rules/images'
import type { StepVisit } from '@checkin/remote'
import { attach, createEvent, createStore, sample } from 'effector'
import { joinHandOverFx, sendHandOverPictureFx } from '../../api.ts'
import { prepareImageFx } from '../../images/prepare-image.ts'
import { phoneKey } from './phone-key.ts'

export type { HandOverSide }

/** What this phone knows: nothing of who rents, nor of the reservation (DEC-204). */
export type PhoneView =
  | { readonly kind: 'asking' | 'gone' | 'unreachable' }
  | { readonly kind: 'number'; readonly number: string }
  | { readonly kind: 'open'; readonly sides: readonly HandOverSide[] }

/** Where one picture stands. */
export type Sent = 'sending' | 'sent' | 'refused' | 'failed'
interface Taken {
  readonly side: HandOverSide
  readonly file: File
}

/** Milliseconds between two questions: whether the number was typed, and later whether the way is still open. */
export const askAgain = { number: 1500, open: 5000 } as const

/** The screen is shown, once per visit. */
export const opened = createEvent<StepVisit>()
export const closed = createEvent()
export const retryPressed = createEvent()
export const taken = createEvent<Taken>()

const $token = createStore('').on(opened, (_, { params }) => params['guid'] ?? '')
const joinFx = attach({ source: $token, effect: joinHandOverFx, mapParams: (_: void, token) => ({ body: { token, key: phoneKey(token) } }) })
const pause = createTimer()

export const $view = createStore<PhoneView>({ kind: 'asking' })
  .on(joinFx.doneData, (_, { data: { state, number, sides } }) => (state === 'open' ? { kind: 'open', sides } : { kind: 'number', number: number ?? '' }))
  .on(joinFx.failData, (view, failure) => failed(view, failure))
  .reset(opened)

/** Once it went well, an answer that is lost now and then changes nothing. */
function failed(view: PhoneView, failure: ApiFailure): PhoneView {
  if (isRefused(failure)) return { kind: 'gone' }
  return view.kind === 'asking' ? { kind: 'unreachable' } : view
}

sample({ clock: [opened, retryPressed, pause.elapsed], source: joinFx.pending, filter: (busy) => !busy, fn: () => undefined, target: joinFx })
$view.on(retryPressed, (view) => (view.kind === 'unreachable' ? { kind: 'asking' } : view))
sample({ clock: joinFx.finally, source: $view, filter: ({ kind }) => kind === 'number' || kind === 'open', fn: ({ kind }) => (kind === 'open' ? askAgain.open : askAgain.number), target: pause.start })
sample({ clock: closed, target: pause.stop })

/** Scaled here and sent at once; of two pictures of a side the later one counts, on the server too. */
const checked = taken.map((one) => ({ ...one, result: checkImageFile(one.file) }))
sample({ clock: checked, filter: ({ result }) => result === 'too-big', fn: () => ({ key: 'ImageIsBiggerThanAllowed' }), target: problemOccurred })
const accepted = checked.filterMap(({ side, file, result }) => (result === 'accepted' ? { side, file } : undefined))
const prepareFx = attach({ effect: prepareImageFx, mapParams: ({ file }: Taken) => file })
const sendFx = attach({
  source: $token, effect: sendHandOverPictureFx,
  mapParams: ({ side, image }: { readonly side: HandOverSide; readonly image: string }, token) => ({ body: { token, key: phoneKey(token), side, image } }),
})
sample({ clock: accepted, target: prepareFx })
const $latest = createStore<Partial<Record<HandOverSide, File>>>({}, { serialize: 'ignore' }).on(accepted, (latest, { side, file }) => ({ ...latest, [side]: file })).reset(opened)
sample({
  clock: prepareFx.done, source: $latest, filter: (latest, { params }) => latest[params.side] === params.file,
  fn: (_, { params, result }) => ({ side: params.side, image: result.image }), target: sendFx,
})
const set = (to: Sent) => (sent: Readonly<Partial<Record<HandOverSide, Sent>>>, { side }: { readonly side: HandOverSide }) => ({ ...sent, [side]: to })
export const $sent = createStore<Readonly<Partial<Record<HandOverSide, Sent>>>>({})
  .on(accepted, set('sending'))
  .on(prepareFx.fail.map(({ params }) => params), set('refused'))
  .on(sendFx.done.map(({ params }) => params), set('sent'))
  .on(sendFx.fail, (sent, { params, error }) => ({ ...sent, [params.side]: error.kind === 'http' && error.answer.status === 400 ? 'refused' : 'failed' }))
  .reset(opened)
$view.on(sendFx.failData, (view, failure) => (failure.kind === 'http' && failure.answer.status === 404 ? { kind: 'gone' } : view))
