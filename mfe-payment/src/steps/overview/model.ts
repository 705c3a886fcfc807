import { cardGateway, clientOf, type CardClient } from '@checkin/card-fields'
import { $offerDraft, $reservation, $session, $steps } from '@checkin/flow'
import { checkinCompleted, overviewExited, overviewLeft } from '@checkin/flow/publish/payment'
import type { StepVisit } from '@checkin/remote'
import { attach, combine, createEvent, createStore, sample } from 'effector'
import { createAttempt } from '../../attempt/attempt.model.ts'
import { noteOfDue, type Note } from '../../attempt/attempt.ts'
import { listGatewaysFx, postAnalyticsFx, updateReservationFx } from '../../api.ts'
import { needsNewCard } from '../../domain/decline.ts'
import { usable } from '../../domain/gateways.ts'
import { sameAmount } from '../../domain/money.ts'
import { paymentOf, updateOf, type Means } from '../../domain/requests.ts'
import { endingOf, type Gateways, type Way } from '../../domain/ways.ts'
import { tellFailures } from '../../failures.ts'
import { createMeans, loadScriptFx, newCard } from '../../means/means.model.ts'
import { createReview } from '../../review/review.model.ts'

/** The shell says that the screen is shown, once per visit. */
export const opened = createEvent<StepVisit>()
export const closed = createEvent()
/** One of the buttons that end the overview. */
export const wayPressed = createEvent<Way>()
export const backPressed = createEvent()
export const exitPressed = createEvent()
/** What could not be loaded is asked for again. */
export const retryPressed = createEvent()

export const review = createReview({ opened, closed })
export const means = createMeans({ name: 'overview/card', opened })
export const attempt = createAttempt({ opened, closed })

// The ways to pay (PAY-03, API-30); the card provider's script comes with the screen (SHELL-37).
const listFx = attach({ effect: listGatewaysFx, mapParams: (_: void) => ({}) })
export const $gateways = createStore<Gateways>({ kind: 'loading' })
  .on(listFx.doneData, (_, { data }) => ({ kind: 'ready', list: usable(data) }))
  .on(listFx.fail, () => ({ kind: 'failed' }))
  .on(listFx, () => ({ kind: 'loading' }))
sample({ clock: [opened, sample({ clock: retryPressed, source: $gateways, filter: ({ kind }) => kind === 'failed' })], fn: () => undefined, target: listFx })
sample({ clock: listFx.doneData.filterMap(({ data }) => cardGateway(data)?.clientScript ?? undefined), target: loadScriptFx })
sample({ clock: sample({ clock: retryPressed, source: review.$state, filter: (state) => state === 'failed' }), fn: () => undefined, target: review.reload })
// Where nothing can be paid there is no payment to ask about.
sample({ clock: listFx.doneData.filter({ fn: ({ data }) => usable(data).length > 0 }), fn: () => undefined, target: attempt.look })

/** Where the card provider's fields come from. */
export const $client = createStore<CardClient | null>(null).on(listFx.doneData, (_, { data }) => clientOf(cardGateway(data)))

export const $ending = combine(review.$account, $steps, $gateways, (account, steps, gateways) => endingOf(account?.due ?? 0, steps.payment, gateways))

/** What the renter wants while it is under way; the end of a payment wants completion too. */
type Plan = { readonly kind: 'complete' } | { readonly kind: 'pay'; readonly provider: string; readonly means: Means; readonly due: number }

const storeFx = attach({
  source: { loaded: $reservation, summary: review.$stored, draft: $offerDraft },
  effect: updateReservationFx,
  mapParams: ({ kind }: Plan, { loaded, summary, draft }) => {
    if (loaded === null || summary === null) throw new TypeError('there is nothing to store')
    return { body: updateOf(loaded.reservation, summary, draft, kind === 'complete') }
  },
})
const reportFx = attach({
  source: $session, effect: postAnalyticsFx,
  mapParams: (_: void, session) => ({ body: { sessionKey: session?.sessionKey ?? '', analyticsData: [{ viewTag: 'exview' as const, action: 'complete' as const }] } }),
})

/** The button in work; it takes no second press until its work has ended (PAY-17). */
export const $working = createStore<Way | null>(null)
const $isFree = combine($working, attempt.$stage, review.$state, (working, { kind }, state) => working === null && kind === 'none' && state === 'ready')

// Return in a field of the provider is a press of the main button, as everywhere in a form.
const entered = sample({ clock: means.form.entered, source: $ending, fn: ({ ways: [main] }) => main }).filterMap((way) => (way === 'Pay' || way === 'PayAndComplete' ? way : undefined))
const begun = sample({
  clock: [wayPressed, entered], source: { free: $isFree, ending: $ending },
  filter: ({ free, ending }, way) => free && ending.ways.includes(way), fn: (_, way) => way,
})
const paying = begun.filter({ fn: (way) => way === 'Pay' || way === 'PayAndComplete' })
const completing = begun.filter({ fn: (way) => way === 'Complete' || way === 'CompletePayLater' })

// Pay: what to pay with, then the update without the final step, then the order (PAY-14, PAY-25, DEC-22).
sample({ clock: paying, fn: () => undefined, target: means.wanted })
const planned = sample({
  clock: means.given, source: { working: $working, account: review.$account },
  filter: ({ working }) => working !== null,
  fn: ({ account }, { provider, means: by }): Plan => ({ kind: 'pay', provider, means: by, due: account?.due ?? 0 }),
})
sample({ clock: planned, target: storeFx })

// Complete and CompletePayLater: the final step, no payment call (PAY-11, PAY-13); after a payment the same (PAY-15).
sample({ clock: [completing, attempt.paid], fn: (): Plan => ({ kind: 'complete' }), target: storeFx })

const stored = storeFx.done.map(({ params, result }) => ({ plan: params, summary: result.data.summary }))
sample({ clock: stored, fn: ({ summary }) => summary, target: review.learnt })
tellFailures('updateReservation', storeFx.failData)
/** DEC-96: a fee of age was booked only now; nothing was completed, and the renter decides by the new figures. */
const feeBooked = storeFx.failData.filter({ fn: ({ code }) => code === 'AmountChanged' })

/** P19: what the renter saw is what is charged, to the cent, or nothing is. */
const ordered = sample({
  clock: stored, source: $reservation,
  fn: (loaded, { plan, summary: { cashier: { pendingValues: due } } }) =>
    (plan.kind === 'pay' && due > 0 && sameAmount(due, plan.due) ? paymentOf(loaded?.reservation.reservation ?? '', plan.provider, due, plan.means) : null),
})
sample({ clock: ordered.filterMap((order) => order ?? undefined), target: attempt.pay })
const changed = sample({ clock: stored, filter: ({ plan, summary }) => plan.kind === 'pay' && !(summary.cashier.pendingValues > 0 && sameAmount(summary.cashier.pendingValues, plan.due)) })

const finished = stored.filter({ fn: ({ plan }) => plan.kind === 'complete' })
sample({ clock: finished, source: $offerDraft, filter: ({ extras }) => extras.length > 0, fn: () => undefined, target: reportFx })
sample({ clock: finished, fn: () => ({}), target: checkinCompleted })

/** The money was taken and only the end of the check-in did not get through: Complete is offered again. The server completes by itself (DEC-22). */
const $hasPaid = createStore(false).on(attempt.paid, () => true).reset(opened)
const paidButOpen = sample({ clock: storeFx.failData, source: $hasPaid, filter: (hasPaid, { code }) => hasPaid && code !== 'AmountChanged' })

/** What the renter has to know before the next press. */
export const $note = createStore<Note | null>(null)
  .on(attempt.noted, (_, note) => note)
  .on(changed, (_, { summary }) => noteOfDue(summary.cashier.pendingValues))
  .on(feeBooked, (): Note => ({ kind: 'amount' }))
  .on(paidButOpen, (): Note => ({ kind: 'paid' }))
  .reset(opened, begun)
// A saved card that is of no use any more gives way to a new one (P21).
sample({ clock: attempt.noted.filter({ fn: (note) => note.kind === 'declined' && needsNewCard(note.reason) }), fn: () => newCard, target: means.cardChosen })
// Figures that may have changed by it are asked for again.
sample({ clock: [attempt.noted.filter({ fn: ({ kind }) => kind === 'amount' || kind === 'paid' }), paidButOpen, feeBooked], fn: () => undefined, target: review.reload })

/** The message at the list (PAY-09, S1.53). */
export const $isMethodMissing = createStore(false).on(means.missing, () => true).reset(opened, means.providerChosen)

$working
  .on(begun, (_, way) => way)
  .on(attempt.paid, (way) => way ?? 'Pay')
  .reset(opened, means.missing, means.refused, changed, storeFx.fail, attempt.noted, attempt.refused)

// Leaving (S1.59, S1.60); nothing is taken back, a payment under way goes on without the page.
sample({ clock: backPressed, fn: () => ({}), target: overviewLeft })
sample({ clock: exitPressed, fn: () => ({}), target: overviewExited })
