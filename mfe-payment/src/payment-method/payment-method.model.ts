import { askDeviceWalletFx, codeRequest, createCardChoice, createCardForm, kindOf, problemQuestion, type DeviceOrder } from '@checkin/card-payment'
import { $reservation, $session } from '@checkin/flow'
import { payerProved, problemOccurred, questionRaised } from '@checkin/flow/publish/payment'
import { todayIn } from '@checkin/forms'
import type { StepVisit } from '@checkin/remote'
import { attach, combine, createEvent, createStore, merge, sample, type Event, type Store } from 'effector'
import type { Gateways } from '../domain/overview-actions.ts'
import { recalledProvider, rememberProvider } from './recalled-provider.ts'
import { forgetCardFx, listSavedCardsFx, lookupFx, publishFailures, validateCodeFx } from '../api.ts'

/** By what the renter pays: a method of the list, and for a card a saved one or the provider's fields (PAY-09, PAY-18 to PAY-28). */
export function createPaymentMethod({ name, opened, $gateways, $deviceOrders }: {
  readonly name: string
  readonly opened: Event<StepVisit>
  /** What the company offers now. */
  readonly $gateways: Store<Gateways>
  /** What a wallet of the device is asked for now, by the code of its gateway (DEC-184). */
  readonly $deviceOrders: Store<Readonly<Record<string, DeviceOrder>>>
}) {
  const providerChosen = createEvent<string>()
  /** Asks for what is needed to pay. */
  const wanted = createEvent()
  const form = createCardForm({ name, today: () => todayIn(undefined) })
  const $guid = $session.map((session) => session?.guid ?? null)
  // Whoever changes a part of the rental and comes back finds the way to pay as it was (DEC-184), also in the document of its own that the overview is.
  const recallFx = attach({ source: $guid, effect: recalledProvider })
  const recalled = recallFx.doneData.filterMap((code) => code ?? undefined)
  const $requested = createStore<string | null>(null).on([providerChosen, recalled], (_, code) => code).reset($guid.updates)
  // What was remembered may be offered no more, or not in this browser (DEC-192).
  const $provider = combine($requested, $gateways, (requested, gateways) => (gateways.kind === 'ready' && !gateways.list.some(({ code }) => code === requested) ? null : requested))
  sample({ clock: opened, source: $requested, filter: (requested) => requested === null, fn: () => undefined, target: recallFx })
  sample({ clock: providerChosen, target: attach({ source: $guid, effect: rememberProvider }) })
  sample({ clock: opened, fn: () => undefined, target: form.reset })

  const cards = createCardChoice({
    name: `${name}-code`, reset: merge([opened, providerChosen]), opened, preselected: 'first', sessionRaised: payerProved, publishFailures,
    listFx: attach({
      source: $reservation, effect: listSavedCardsFx,
      mapParams: (provider: string, loaded) => ({ params: { reservation: loaded?.reservation.reservation ?? '', provider } }),
    }),
    forgetFx: attach({ source: $reservation, effect: forgetCardFx, mapParams: (token: string, loaded) => ({ body: { documentId: loaded?.reservation.reservation ?? '', token } }) }),
    sendFx: attach({ effect: lookupFx, mapParams: (_: void) => codeRequest }),
    confirmFx: attach({ effect: validateCodeFx, mapParams: (code: string) => ({ params: { code } }) }),
  })
  // A session that a link opened would get 403: it is asked for a code first.
  sample({
    clock: [providerChosen, recalled, sample({ clock: opened, source: $provider }).filterMap((provider) => provider ?? undefined)], source: { saved: cards.$saved, session: $session },
    filter: ({ saved }, provider) => kindOf(provider) === 'card' && saved.kind !== 'known',
    fn: ({ session }, provider) => ({ provider, isLocked: session?.kind !== 'code' }),
    target: cards.wanted,
  })

  const asked = sample({ clock: wanted, source: { provider: $provider, choice: cards.$choice } })
  const byCard = asked.filterMap(({ provider, choice }) => (kindOf(provider) === 'card' ? choice ?? undefined : undefined))
  const mustProve = byCard.filter({ fn: ({ kind }) => kind === 'locked' })
  sample({ clock: byCard.filter({ fn: ({ kind }) => kind === 'new' }), fn: () => undefined, target: form.tokenizeFx })
  sample({ clock: mustProve, source: cards.panel.$stage, filter: (stage) => stage === 'closed', fn: () => undefined, target: cards.panel.needed })
  // PAY-26: everything that is wrong at once, and nothing is sent.
  sample({ clock: form.tokenizeFx.failData, fn: problemQuestion, target: questionRaised })

  const walletFx = attach({ effect: askDeviceWalletFx })
  const byDevice = sample({ clock: asked, source: $deviceOrders, fn: (orders, { provider }) => (kindOf(provider) === 'device' ? { order: orders[provider ?? ''] ?? null } : null) }).filterMap((wanted) => wanted ?? undefined)
  sample({ clock: byDevice.filterMap(({ order }) => order ?? undefined), target: walletFx })
  const approved = walletFx.done.filterMap(({ params: { code }, result }) => (result.kind === 'token' ? { provider: code, method: { kind: 'token' as const, token: result.token } } : undefined))
  const closed = walletFx.doneData.filter({ fn: ({ kind }) => kind === 'closed' }).map(() => undefined)
  const unanswered = merge([walletFx.doneData.filter({ fn: ({ kind }) => kind === 'failed' }).map(() => undefined), walletFx.fail.map(() => undefined), byDevice.filter({ fn: ({ order }) => order === null }).map(() => undefined)])
  sample({ clock: unanswered, fn: () => ({ key: 'SomethingHappened', params: { value: '' } }), target: problemOccurred })

  const ready = asked.filterMap(({ provider, choice }) => {
    if (provider === null || kindOf(provider) === 'device') return undefined
    if (kindOf(provider) === 'wallet') return { provider, method: { kind: 'wallet' as const } }
    return choice?.kind === 'saved' ? { provider, method: { kind: 'saved' as const, token: choice.card.token, referenceToken: choice.card.referenceToken } } : undefined
  })
  const tokenised = sample({
    clock: form.tokenizeFx.doneData, source: $provider, filter: (provider) => provider !== null,
    fn: (provider, { token }) => ({ provider: provider ?? '', method: { kind: 'token' as const, token } }),
  })
  return {
    providerChosen, $provider, cards, form, wanted,
    provided: merge([ready, tokenised, approved]),
    /** The renter closed the wallet's sheet: nothing was ordered. */
    closed,
    /** Nothing is chosen (S1.53). */
    missing: asked.filter({ fn: ({ provider }) => provider === null }).map(() => undefined),
    /** The card was not taken by the fields, or a code comes first; the page says why (S1.54, DEC-77). */
    refused: merge([form.tokenizeFx.fail, mustProve, closed, unanswered]).map(() => undefined),
    $isBusy: combine(form.tokenizeFx.pending, Boolean),
  }
}
export type PaymentMethodModel = ReturnType<typeof createPaymentMethod>
