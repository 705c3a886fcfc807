import type { PaymentPost } from '@checkin/api'
import { createTimer } from '@checkin/async/timer'
import { problemOccurred, sessionRefused, walletOpened } from '@checkin/flow/publish/payment'
import type { StepVisit } from '@checkin/remote'
import { attach, createEvent, createStore, merge, sample, type Event, type Unit } from 'effector'
import { postPaymentFx, publishFailures } from '../api.ts'
import { outcomeOfAnswer, outcomeOfFailure, outcomeOnOpening, outcomeOfStatus, type AttemptStage } from './attempt.ts'
import { askStatusFx, cancelFx, createStatusPolling } from './payment-status.model.ts'

/** DEC-48: after so many milliseconds the state of a payment is asked for although its own call has not answered. */
export const askAfter = 30_000

const none: AttemptStage = { kind: 'none' }
const isFollowed = ({ kind }: AttemptStage): boolean => kind === 'checking' || kind === 'frame' || kind === 'cancelling'

/** One payment from the order to the provider's last word, on one screen; several tabs and reloads meet the same payment on the server. */
export function createAttempt({ opened, closed }: { readonly opened: Event<StepVisit>; readonly closed: Unit<void> }) {
  /** Sends the order: the only call that can take money. */
  const pay = createEvent<PaymentPost>()
  /** Asks whether a payment of before is still open. */
  const checkOpen = createEvent()
  const continuePressed = createEvent()
  const cancelPressed = createEvent()
  /** The provider's page in the frame says that it is done; whatever it says, only our server is asked (P17). */
  const frameEnded = createEvent()
  const moved = createEvent<AttemptStage>()

  const payFx = attach({ effect: postPaymentFx, mapParams: (body: PaymentPost) => ({ body }) })
  const checkOpenFx = attach({ effect: askStatusFx })
  const stopFx = attach({ effect: cancelFx })
  const polling = createStatusPolling()
  const patience = createTimer()

  const $stage = createStore<AttemptStage>(none).on(moved, (_, stage) => stage).reset(opened)
  const $isIdle = $stage.map(({ kind }) => kind === 'none')
  const $isFollowed = $stage.map(isFollowed)
  const $waitsForAnswer = $stage.map(({ kind }) => kind === 'sending' || kind === 'checking')
  const statuses = merge([checkOpenFx.doneData.map(({ data }) => data), polling.answered, stopFx.doneData.map(({ data }) => data)])
  const $latestId = createStore<string | null>(null).on(statuses, (_, { paymentId }) => paymentId).reset(opened)
  /** The payment that ended before the one that is followed: its end is no news, and no end of another. */
  const $earlierId = createStore<string | null>(null).reset(opened)
  const $isOwn = createStore(false).on(pay, () => true).on(checkOpenFx, () => false).reset(opened)

  // A second press finds the stage taken (PAY-17).
  const ordered = sample({ clock: pay, source: $isIdle, fn: (idle, order) => ({ idle, order }) })
  const sent = ordered.filterMap(({ idle, order }) => (idle ? order : undefined))
  sample({ clock: sent, fn: (): AttemptStage => ({ kind: 'sending' }), target: moved })
  sample({ clock: sent, target: payFx })
  const turnedAway = ordered.filter({ fn: ({ idle }) => !idle })
  sample({ clock: sent, fn: () => askAfter, target: patience.start })
  sample({ clock: sample({ clock: patience.elapsed, source: $stage, filter: ({ kind }) => kind === 'sending' }), fn: (): AttemptStage => ({ kind: 'checking' }), target: moved })
  sample({ clock: [payFx.finally, opened, closed], fn: () => undefined, target: patience.stop })

  // The order's own answer counts, even when the page has begun to ask for the state meanwhile (P9, P10).
  const answered = sample({ clock: payFx.done, filter: $waitsForAnswer }).map(({ params, result }) => outcomeOfAnswer(result.data, params.provider))
  const failed = sample({ clock: payFx.failData, filter: $waitsForAnswer }).map(outcomeOfFailure)
  const followed = sample({
    clock: [polling.answered, stopFx.doneData.map(({ data }) => data)],
    source: { stage: $stage, isOwn: $isOwn, earlierId: $earlierId, asked: polling.$asked },
    filter: $isFollowed,
    fn: (context, status) => outcomeOfStatus(status, context),
  })
  // An attempt of before is found, whoever began it (P16, P18).
  sample({ clock: checkOpen, target: checkOpenFx })
  const found = sample({ clock: checkOpenFx.doneData, filter: $isIdle }).map(({ data }) => outcomeOnOpening(data))

  const outcome = merge([answered, failed, followed, found])
  const isOver = outcome.filter({ fn: (result) => result.kind === 'ended' || (result.kind === 'on' && result.stage.kind === 'none') })
  sample({ clock: isOver, source: $latestId, target: $earlierId })
  const left = createEvent<string>()
  sample({ clock: outcome, fn: (result): AttemptStage => (result.kind === 'on' ? result.stage : result.kind === 'leave' && result.url !== null ? { kind: 'leaving' } : none), target: moved })
  sample({ clock: outcome.filterMap((result) => (result.kind === 'leave' ? result.url ?? undefined : undefined)), target: left })
  sample({ clock: left, fn: (url) => ({ url }), target: walletOpened })
  // S1.57
  const addressless = outcome.filter({ fn: (result) => result.kind === 'leave' && result.url === null })
  sample({ clock: addressless, fn: () => ({ key: 'SomethingHappened', params: { value: '' } }), target: problemOccurred })
  const refused = outcome.filterMap((result) => (result.kind === 'refused' ? result.failure : undefined))
  publishFailures('postPayment', refused)

  // Whoever waits for the provider asks; nobody else does.
  const $asks = createStore(false).on(polling.begin, () => true).on(polling.end, () => false)
  const turned = sample({ clock: moved, source: $asks, fn: (asks, stage) => ({ asks, should: isFollowed(stage) && stage.kind !== 'cancelling' }) })
  sample({ clock: turned, filter: ({ asks, should }) => should && !asks, fn: () => undefined, target: polling.begin })
  sample({ clock: moved, filter: (stage) => !isFollowed(stage), fn: () => undefined, target: polling.end })
  sample({ clock: [opened, closed], fn: () => undefined, target: polling.end })
  sample({ clock: polling.unauthorised, fn: () => ({}), target: sessionRefused })

  // Go on with what was found.
  const wentOn = sample({ clock: continuePressed, source: $stage }).filterMap((stage) => (stage.kind === 'pending' && stage.url !== null ? { isFrame: stage.isFrame, url: stage.url } : undefined))
  sample({ clock: wentOn, fn: ({ isFrame, url }): AttemptStage => (isFrame ? { kind: 'frame', url } : { kind: 'leaving' }), target: moved })
  sample({ clock: wentOn.filterMap(({ isFrame, url }) => (isFrame ? undefined : url)), target: left })
  const done = sample({ clock: frameEnded, source: $stage, filter: ({ kind }) => kind === 'frame' })
  sample({ clock: done, fn: () => undefined, target: polling.begin })

  // Or give it up: ours to ask, the provider's to confirm (P18).
  const gaveUp = sample({ clock: cancelPressed, source: $stage, filter: ({ kind }) => kind === 'pending' || kind === 'frame' })
  sample({ clock: gaveUp, fn: (): AttemptStage => ({ kind: 'cancelling' }), target: moved })
  sample({ clock: gaveUp, fn: () => undefined, target: [polling.end, stopFx] })
  const unconfirmed = followed.filter({ fn: (result) => result.kind === 'on' && result.stage.kind === 'cancelling' })
  sample({ clock: [unconfirmed, stopFx.fail], source: $asks, filter: (asks) => !asks, fn: () => undefined, target: polling.begin })

  return {
    pay, checkOpen, continuePressed, cancelPressed, frameEnded, $stage,
    /** The provider took the money of this attempt. */
    paid: outcome.filterMap((result) => (result.kind === 'paid' ? true : undefined)).map(() => undefined),
    /** It ended without money, or stands otherwise than the renter thinks. */
    noted: outcome.filterMap((result) => (result.kind === 'ended' ? result.note : undefined)),
    /** The order was turned down before anybody was asked for money, or another attempt was found first. */
    refused: merge([refused.map(() => undefined), turnedAway.map(() => undefined), addressless.map(() => undefined)]),
    $isLong: polling.$isLong,
  }
}
