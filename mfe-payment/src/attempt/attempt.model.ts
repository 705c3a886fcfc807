import type { PaymentPost } from '@checkin/api'
import { problemOccurred, sessionRefused, walletOpened } from '@checkin/flow/publish/payment'
import type { StepVisit } from '@checkin/remote'
import { attach, createEvent, createStore, merge, sample, type Event, type EventCallable, type Store, type Unit } from 'effector'
import { postPaymentFx } from '../api.ts'
import { tellFailures } from '../failures.ts'
import { createAlarm } from '../waiting/alarm.ts'
import { askStandingFx, createStandingWatch, giveUpFx } from '../waiting/standing.ts'
import { judgeAnswer, judgeFailure, judgeFirst, judgeStanding, type AttemptStage, type Note } from './attempt.ts'

/** DEC-48: after so many milliseconds the state of a payment is asked for although its own call has not answered. */
export const askAfter = 30_000

export interface Attempt {
  /** Sends the order: the only call that can take money. */
  readonly pay: EventCallable<PaymentPost>
  /** Asks whether a payment of before is still open. */
  readonly look: EventCallable<void>
  readonly continuePressed: EventCallable<void>
  readonly cancelPressed: EventCallable<void>
  /** The provider's page in the frame says that it is done; whatever it says, only our server is asked (P17). */
  readonly frameEnded: EventCallable<void>
  readonly $stage: Store<AttemptStage>
  /** The provider took the money of this attempt. */
  readonly paid: Event<void>
  /** It ended without money, or stands otherwise than the renter thinks. */
  readonly noted: Event<Note>
  /** The order was turned down before anybody was asked for money, or another attempt was found first. */
  readonly refused: Event<void>
  /** The provider takes longer than it usually does. */
  readonly $isLong: Store<boolean>
  /** A saved card needs a mailed code first (DEC-77). */
  readonly codeRequired: Event<void>
}

const none: AttemptStage = { kind: 'none' }
const isFollowed = ({ kind }: AttemptStage): boolean => kind === 'checking' || kind === 'frame' || kind === 'cancelling'

/** One payment from the order to the provider's last word, on one screen; several tabs and reloads meet the same payment on the server. */
export function createAttempt({ opened, closed }: { readonly opened: Event<StepVisit>; readonly closed: Unit<void> }): Attempt {
  const pay = createEvent<PaymentPost>()
  const look = createEvent()
  const continuePressed = createEvent()
  const cancelPressed = createEvent()
  const frameEnded = createEvent()
  const moved = createEvent<AttemptStage>()

  const payFx = attach({ effect: postPaymentFx, mapParams: (body: PaymentPost) => ({ body }) })
  const lookFx = attach({ effect: askStandingFx })
  const stopFx = attach({ effect: giveUpFx })
  const watch = createStandingWatch()
  const patience = createAlarm()

  const $stage = createStore<AttemptStage>(none).on(moved, (_, stage) => stage).reset(opened)
  const $isIdle = $stage.map(({ kind }) => kind === 'none')
  const $isFollowed = $stage.map(isFollowed)
  const $waitsForAnswer = $stage.map(({ kind }) => kind === 'sending' || kind === 'checking')
  const told = merge([lookFx.doneData.map(({ data }) => data), watch.learnt, stopFx.doneData.map(({ data }) => data)])
  const $latestId = createStore<string | null>(null).on(told, (_, { paymentId }) => paymentId).reset(opened)
  /** The payment that ended before the one that is followed: its end is no news, and no end of another. */
  const $earlierId = createStore<string | null>(null).reset(opened)
  const $isOwn = createStore(false).on(pay, () => true).on(lookFx, () => false).reset(opened)

  // A second press finds the stage taken (PAY-17).
  const ordered = sample({ clock: pay, source: $isIdle, fn: (idle, order) => ({ idle, order }) })
  const sent = ordered.filterMap(({ idle, order }) => (idle ? order : undefined))
  sample({ clock: sent, fn: (): AttemptStage => ({ kind: 'sending' }), target: moved })
  sample({ clock: sent, fn: () => askAfter, target: patience.set })
  sample({ clock: sent, target: payFx })
  const turnedAway = ordered.filter({ fn: ({ idle }) => !idle })
  sample({ clock: payFx.finally, fn: () => undefined, target: patience.stop })
  sample({ clock: sample({ clock: patience.rang, source: $stage, filter: ({ kind }) => kind === 'sending' }), fn: (): AttemptStage => ({ kind: 'checking' }), target: moved })

  // The order's own answer counts, even when the page has begun to ask for the state meanwhile (P9, P10).
  const answered = sample({ clock: payFx.done, filter: $waitsForAnswer }).map(({ params, result }) => judgeAnswer(result.data, params.provider))
  const failed = sample({ clock: payFx.failData, filter: $waitsForAnswer }).map(judgeFailure)
  const learnt = sample({
    clock: [watch.learnt, stopFx.doneData.map(({ data }) => data)],
    source: { stage: $stage, isOwn: $isOwn, earlierId: $earlierId, asked: watch.$asked },
    filter: $isFollowed,
    fn: (known, standing) => judgeStanding(standing, known),
  })
  // An attempt of before is found, whoever began it (P16, P18).
  sample({ clock: look, target: lookFx })
  const found = sample({ clock: lookFx.doneData, filter: $isIdle }).map(({ data }) => judgeFirst(data))

  const verdict = merge([answered, failed, learnt, found])
  const isOver = verdict.filter({ fn: (way) => way.kind === 'ended' || (way.kind === 'on' && way.stage.kind === 'none') })
  sample({ clock: isOver, source: $latestId, target: $earlierId })
  const left = createEvent<string>()
  sample({ clock: verdict, fn: (way): AttemptStage => (way.kind === 'on' ? way.stage : way.kind === 'leave' && way.url !== null ? { kind: 'leaving' } : none), target: moved })
  sample({ clock: verdict.filterMap((way) => (way.kind === 'leave' ? way.url ?? undefined : undefined)), target: left })
  sample({ clock: left, fn: (url) => ({ url }), target: walletOpened })
  // S1.57
  const addressless = verdict.filter({ fn: (way) => way.kind === 'leave' && way.url === null })
  sample({ clock: addressless, fn: () => ({ key: 'SomethingHappened', params: { value: '' } }), target: problemOccurred })
  const refused = verdict.filterMap((way) => (way.kind === 'refused' ? way.failure : undefined))
  tellFailures('postPayment', refused)

  // Whoever waits for the provider asks; nobody else does.
  const $asks = createStore(false).on(watch.begin, () => true).on(watch.end, () => false)
  const turned = sample({ clock: moved, source: $asks, fn: (asks, stage) => ({ asks, should: isFollowed(stage) && stage.kind !== 'cancelling' }) })
  sample({ clock: turned, filter: ({ asks, should }) => should && !asks, fn: () => undefined, target: watch.begin })
  sample({ clock: moved, filter: (stage) => !isFollowed(stage), fn: () => undefined, target: watch.end })
  sample({ clock: [opened, closed], fn: () => undefined, target: [watch.end, patience.stop] })
  sample({ clock: watch.refused, fn: () => ({}), target: sessionRefused })

  // Go on with what was found.
  const wentOn = sample({ clock: continuePressed, source: $stage }).filterMap((stage) => (stage.kind === 'pending' && stage.url !== null ? { isFrame: stage.isFrame, url: stage.url } : undefined))
  sample({ clock: wentOn, fn: ({ isFrame, url }): AttemptStage => (isFrame ? { kind: 'frame', url } : { kind: 'leaving' }), target: moved })
  sample({ clock: wentOn.filterMap(({ isFrame, url }) => (isFrame ? undefined : url)), target: left })
  const done = sample({ clock: frameEnded, source: $stage, filter: ({ kind }) => kind === 'frame' })
  sample({ clock: done, fn: () => undefined, target: watch.begin })

  // Or give it up: ours to ask, the provider's to confirm (P18).
  const gaveUp = sample({ clock: cancelPressed, source: $stage, filter: ({ kind }) => kind === 'pending' || kind === 'frame' })
  sample({ clock: gaveUp, fn: (): AttemptStage => ({ kind: 'cancelling' }), target: moved })
  sample({ clock: gaveUp, fn: () => undefined, target: [watch.end, stopFx] })
  const unconfirmed = learnt.filter({ fn: (way) => way.kind === 'on' && way.stage.kind === 'cancelling' })
  sample({ clock: [unconfirmed, stopFx.fail], source: $asks, filter: (asks) => !asks, fn: () => undefined, target: watch.begin })

  return {
    pay, look, continuePressed, cancelPressed, frameEnded, $stage,
    paid: verdict.filterMap((way) => (way.kind === 'paid' ? true : undefined)).map(() => undefined),
    noted: verdict.filterMap((way) => (way.kind === 'ended' ? way.note : undefined)),
    refused: merge([refused.map(() => undefined), turnedAway.map(() => undefined), addressless.map(() => undefined)]),
    $isLong: watch.$isLong,
    codeRequired: refused.filterMap(({ code }) => (code === 'CodeRequired' ? true : undefined)).map(() => undefined),
  }
}
