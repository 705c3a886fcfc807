import { cardGateway, clientOf, findDeviceWalletsFx, kindOf, loadScriptFx, usable, type CardClient, type DeviceOrder } from '@checkin/card-payment'
import { $config, $flags, $offerDraft, $reservation, $session, $steps } from '@checkin/flow'
import { checkinCompleted, overviewExited, overviewLeft, reviewSectionChosen } from '@checkin/flow/publish/payment'
import type { StepVisit } from '@checkin/remote'
import { decimalText, sameAmount, updateOf, writeOnNewest, type Written } from '@checkin/rental-summary'
import type { ApiFailure, FullReservation, PaymentGateway } from '@checkin/api'
import { attach, combine, createEvent, createStore, sample, type Effect } from 'effector'
import { createAttempt } from '../../attempt/attempt.model.ts'
import { noteOfDue, type Note } from '../../attempt/attempt.ts'
import { getFullReservationFx, listGatewaysFx, postAnalyticsFx, publishFailures, updateReservationFx } from '../../api.ts'
import { needsNewCard } from '../../domain/decline.ts'
import { paymentOf, type PaymentMethod } from '../../domain/requests.ts'
import { endingOf, type Gateways, type OverviewAction } from '../../domain/overview-actions.ts'
import { checkRows, type Section } from '../../domain/check-rows.ts'
import { createPaymentMethod } from '../../payment-method/payment-method.model.ts'
import { createReview } from '../../review/review.model.ts'

/** The screen is shown; the shell calls it once per visit. */
export const opened = createEvent<StepVisit>()
export const closed = createEvent()
/** One of the buttons that end the overview. */
export const actionPressed = createEvent<OverviewAction>()
export const backPressed = createEvent()
export const exitPressed = createEvent()
/** What could not be loaded is asked for again. */
export const retryPressed = createEvent()

export const review = createReview({ opened, closed })
export const attempt = createAttempt({ opened, closed })

// The ways to pay (PAY-03, API-30); the card provider's script comes with the screen (SHELL-37).
const listFx = attach({ effect: listGatewaysFx, mapParams: (_: void) => ({}) })
const $listed = createStore<Gateways>({ kind: 'loading' })
  .on(listFx.doneData, (_, { data }) => ({ kind: 'ready', list: usable(data) }))
  .on(listFx.fail, () => ({ kind: 'failed' }))
  .on(listFx, () => ({ kind: 'loading' }))
sample({ clock: [opened, sample({ clock: retryPressed, source: $listed, filter: ({ kind }) => kind === 'failed' })], fn: () => undefined, target: listFx })
sample({ clock: listFx.doneData.filterMap(({ data }) => cardGateway(data)?.clientScript ?? undefined), target: loadScriptFx })
sample({ clock: sample({ clock: retryPressed, source: review.$state, filter: (state) => state === 'failed' }), fn: () => undefined, target: review.reload })
// Where nothing can be paid there is no payment to ask about.
sample({ clock: listFx.doneData.filter({ fn: ({ data }) => usable(data).length > 0 }), fn: () => undefined, target: attempt.checkOpen })

// Wallets of the device stand in the list once the browser has said that it can pay by them (DEC-184).
const findFx = attach({ source: review.$currency, effect: findDeviceWalletsFx, mapParams: (gateways: readonly PaymentGateway[], currency) => ({ gateways, currency }) })
sample({ clock: listFx.doneData.filterMap(({ data }) => (data.some(({ code }) => kindOf(code) === 'device') ? data : undefined)), target: findFx })
const $wallets = createStore<readonly string[]>([]).on(findFx.doneData, (_, codes) => codes)
export const $gateways = combine($listed, $wallets, (listed, wallets): Gateways =>
  (listed.kind === 'ready' ? { kind: 'ready', list: listed.list.filter(({ code }) => kindOf(code) !== 'device' || wallets.includes(code)) } : listed))
const $deviceOrders = combine($gateways, review.$ledger, review.$currency, $config, (gateways, ledger, currency, config): Readonly<Record<string, DeviceOrder>> => (gateways.kind !== 'ready' ? {} :
  Object.fromEntries(gateways.list.flatMap((gateway) => {
    const client = clientOf(gateway)
    return client && kindOf(gateway.code) === 'device' ? [[gateway.code, { code: gateway.code, key: client.key, amount: decimalText(ledger?.due ?? 0, currency), currency, label: config?.firmName ?? gateway.name }]] : []
  }))))
export const paymentMethod = createPaymentMethod({ name: 'overview/card', opened, $gateways, $deviceOrders })

/** Where the card provider's fields come from. */
export const $client = createStore<CardClient | null>(null).on(listFx.doneData, (_, { data }) => clientOf(cardGateway(data)))

export const $ending = combine(review.$ledger, $steps, $gateways, (ledger, steps, gateways) => endingOf(ledger?.due, steps.payment, gateways))

/** What the renter wants while it is under way; the end of a payment wants completion too. */
type Plan = { readonly kind: 'complete' } | { readonly kind: 'pay'; readonly provider: string; readonly method: PaymentMethod; readonly due: number }

/** A payment of this visit went through: whatever was changed meanwhile, the check-in may end (DEC-22). */
const $hasPaid = createStore(false).on(attempt.paid, () => true).reset(opened)

/** Stores the choices on the version that the renter saw; what somebody else changed meanwhile is shown first (DEC-127). */
const storeFx = attach({
  source: { loaded: $reservation, summary: review.$stored, draft: $offerDraft, seen: review.$rowVersion, hasPaid: $hasPaid, session: $session },
  effect: ({ loaded, summary, draft, seen, hasPaid, session }, { kind }: Plan) => {
    if (loaded === null || summary === null) throw new TypeError('there is nothing to store')
    return writeOnNewest({
      rowVersion: seen.version, seen: hasPaid ? null : summary, changes: draft.extras,
      write: async (rowVersion) => (await updateReservationFx({ body: updateOf(loaded.reservation, summary.extras, draft, kind === 'complete', rowVersion) })).data,
      load: async () => (await getFullReservationFx({ params: { guid: session?.guid ?? '' } })).data,
    })
  },
}) as unknown as Effect<Plan, Written<FullReservation>, ApiFailure>
const reportFx = attach({
  source: $session, effect: postAnalyticsFx,
  mapParams: (_: void, session) => ({ body: { sessionKey: session?.sessionKey ?? '', analyticsData: [{ viewTag: 'exview' as const, action: 'complete' as const }] } }),
})

/** The button in work; it takes no second press until its work has ended (PAY-17). */
export const $working = createStore<OverviewAction | null>(null)
const $isFree = combine($working, attempt.$stage, review.$state, (working, { kind }, state) => working === null && kind === 'none' && state === 'ready')

// Return in a field of the provider is a press of the main button, as everywhere in a form.
const enterPressed = sample({ clock: paymentMethod.form.enterPressed, source: $ending, fn: ({ actions: [main] }) => main }).filterMap((action) => (action === 'Pay' || action === 'PayAndComplete' ? action : undefined))
const begun = sample({
  clock: [actionPressed, enterPressed], source: { free: $isFree, ending: $ending },
  filter: ({ free, ending }, action) => free && ending.actions.includes(action), fn: (_, action) => action,
})
const paying = begun.filter({ fn: (action) => action === 'Pay' || action === 'PayAndComplete' })
const completing = begun.filter({ fn: (action) => action === 'Complete' || action === 'CompletePayLater' })

// Pay: what to pay with, then the update without the final step, then the order (PAY-14, PAY-25, DEC-22).
sample({ clock: paying, fn: () => undefined, target: paymentMethod.wanted })
const planned = sample({
  clock: paymentMethod.provided, source: { working: $working, ledger: review.$ledger },
  filter: ({ working }) => working !== null,
  fn: ({ ledger }, { provider, method }): Plan => ({ kind: 'pay', provider, method, due: ledger?.due ?? 0 }),
})
sample({ clock: planned, target: storeFx })

// Complete and CompletePayLater: the final step, no payment call (PAY-11, PAY-13); after a payment the same (PAY-15).
sample({ clock: [completing, attempt.paid], fn: (): Plan => ({ kind: 'complete' }), target: storeFx })

const stored = storeFx.done.filterMap(({ params, result }) => (result.kind === 'stored' ? { plan: params, full: result.answer, summary: result.answer.summary } : undefined))
// The answer that ends the check-in changes nothing on a screen that is left: a paid ledger would only move it (DEC-257).
sample({ clock: stored.filter({ fn: ({ plan }) => plan.kind === 'pay' }), fn: ({ full }) => full, target: review.figuresReceived })
/** Nothing was written: the renter looks at what is new and presses again. */
const outdated = storeFx.doneData.filterMap((result) => (result.kind === 'changed' ? result : undefined))
sample({ clock: outdated, fn: ({ now }) => now, target: review.newerReceived })
publishFailures('updateReservation', storeFx.failData)
/** DEC-96: a fee of age was booked only now; nothing was completed, and the renter decides by the new figures. */
const feeBooked = storeFx.failData.filter({ fn: ({ code }) => code === 'AmountChanged' })

/** P19: what the renter saw is what is charged, to the cent, or nothing is. */
const ordered = sample({
  clock: stored, source: $reservation,
  fn: (loaded, { plan, summary: { cashier: { pendingValues: due } } }) =>
    (plan.kind === 'pay' && due > 0 && sameAmount(due, plan.due) ? paymentOf(loaded?.reservation.reservation ?? '', plan.provider, due, plan.method) : null),
})
sample({ clock: ordered.filterMap((order) => order ?? undefined), target: attempt.pay })
const changed = sample({ clock: stored, filter: ({ plan, summary }) => plan.kind === 'pay' && !(summary.cashier.pendingValues > 0 && sameAmount(summary.cashier.pendingValues, plan.due)) })

const finished = stored.filter({ fn: ({ plan }) => plan.kind === 'complete' })
sample({ clock: finished, source: $offerDraft, filter: ({ extras }) => extras.length > 0, fn: () => undefined, target: reportFx })
sample({ clock: finished, fn: () => ({}), target: checkinCompleted })

/** The money was taken and only the end of the check-in did not get through: Complete is offered again. The server completes by itself (DEC-22). */
const paidButOpen = sample({ clock: storeFx.failData, source: $hasPaid, filter: (hasPaid, { code }) => hasPaid && code !== 'AmountChanged' })

/** What the renter has to know before the next press. */
export const $note = createStore<Note | null>(null)
  .on(attempt.noted, (_, note) => note)
  .on(changed, (_, { summary }) => noteOfDue(summary.cashier.pendingValues))
  .on(paymentMethod.closed, (): Note => ({ kind: 'cancelled' }))
  .on(feeBooked, (): Note => ({ kind: 'amount' }))
  .on(outdated, (_, { differences }): Note => ({ kind: 'newer', differences }))
  .on(paidButOpen, (): Note => ({ kind: 'paid' }))
  .reset(opened, begun)
// A saved card that is of no use any more gives way to a new one (P21).
sample({ clock: attempt.noted.filter({ fn: (note) => note.kind === 'declined' && needsNewCard(note.reason) }), fn: () => 'new', target: paymentMethod.cards.chosen })
// Figures that may have changed by it are asked for again.
sample({ clock: [attempt.noted.filter({ fn: ({ kind }) => kind === 'amount' || kind === 'paid' }), paidButOpen, feeBooked], fn: () => undefined, target: review.reload })

/** The message at the list (PAY-09, S1.53). */
export const $isMethodMissing = createStore(false).on(paymentMethod.missing, () => true).reset(opened, paymentMethod.providerChosen)

$working
  .on(begun, (_, action) => action)
  .on(attempt.paid, (action) => action ?? 'Pay')
  .reset(opened, paymentMethod.missing, paymentMethod.refused, changed, outdated, storeFx.fail, attempt.noted, attempt.refused)

// Leaving (S1.59, S1.60); nothing is taken back, a payment under way goes on without the page.
sample({ clock: backPressed, fn: () => ({}), target: overviewLeft })
sample({ clock: exitPressed, fn: () => ({}), target: overviewExited })

/** Change of a part (DEC-184). While something is stored or paid nobody leaves. */
export const sectionChosen = createEvent<Section>()
sample({ clock: sample({ clock: sectionChosen, source: $isFree, filter: Boolean, fn: (_, section) => section }), fn: (section) => ({ section }), target: reviewSectionChosen })
/** What is checked before paying, with what may be changed here. */
export const $checks = combine($reservation, $steps, $flags, (loaded, steps, flags) => (loaded === null ? [] : checkRows(loaded, {
  canAddDriver: steps.addDriver.isEnabled && !flags.addDriverCompleted, canUpgrade: steps.upselling.isEnabled && !flags.upsellingNoResults, hasExtras: steps.extras.isEnabled,
})))
