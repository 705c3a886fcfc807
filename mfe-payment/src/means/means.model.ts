import { cardOptions, createCardForm, loadCardScript, problemKey, type CardFormModel, type CardOption, type CodePanel, type SavedCards } from '@checkin/card-fields'
import { $reservation, $session } from '@checkin/flow'
import { questionRaised } from '@checkin/flow/publish/payment'
import { todayIn } from '@checkin/forms'
import type { StepVisit } from '@checkin/remote'
import { attach, combine, createEffect, createEvent, createStore, merge, sample, type Event, type EventCallable, type Store } from 'effector'
import { listSavedCardsFx } from '../api.ts'
import { kindOf } from '../domain/gateways.ts'
import type { Means } from '../domain/requests.ts'
import { createUnlocking } from './unlocking.ts'

/** Value of the list of cards for one that is typed now. */
export const newCard = 'new'

export interface MeansModel {
  readonly providerChosen: EventCallable<string>
  /** Value of one of the options. */
  readonly cardChosen: EventCallable<string>
  readonly $provider: Store<string | null>
  /** Saved cards, where the session may see them, or the way to them, and a new card (PAY-28, DEC-77). */
  readonly $options: Store<readonly CardOption[]>
  readonly $choice: Store<CardOption>
  /** "Is it you?", opened by choosing saved cards that are behind a code. */
  readonly panel: CodePanel
  /** A code was confirmed, and there is no saved card. */
  readonly $isNoneSaved: Store<boolean>
  readonly form: CardFormModel
  /** Asks for what is needed to pay. */
  readonly wanted: EventCallable<void>
  readonly given: Event<{ readonly provider: string; readonly means: Means }>
  /** Nothing is chosen (S1.53). */
  readonly missing: Event<void>
  /** The card was not taken by the fields, or a code comes first; the page says why (S1.54, DEC-77). */
  readonly refused: Event<void>
  readonly $isBusy: Store<boolean>
}

/** The script of the card provider, in the page once (SHELL-37). Whether it came, the form says (DEC-92). */
export const loadScriptFx = createEffect((src: string) => loadCardScript({ src }))

/** By what the renter pays: a method of the list, and for a card a saved one or the provider's fields (PAY-09, PAY-18 to PAY-28). */
export function createMeans({ name, opened }: { readonly name: string; readonly opened: Event<StepVisit> }): MeansModel {
  const providerChosen = createEvent<string>()
  const cardChosen = createEvent<string>()
  const wanted = createEvent()
  const form = createCardForm({ name, today: () => todayIn(undefined) })

  const $provider = createStore<string | null>(null).on(providerChosen, (_, code) => code).reset(opened)
  const panel = createUnlocking({ name: `${name}-code`, reset: merge([opened, providerChosen]) })

  const listFx = attach({
    source: { loaded: $reservation, provider: $provider }, effect: listSavedCardsFx,
    mapParams: (_: void, { loaded, provider }) => ({ params: { reservation: loaded?.reservation.reservation ?? '', provider: provider ?? '' } }),
  })
  const locked = createEvent()
  const $saved = createStore<SavedCards>({ kind: 'loading' })
    .on(listFx.doneData, (_, { data: cards }) => ({ kind: 'known', cards }))
    .on(locked, () => ({ kind: 'code-needed' }))
    .on(listFx.failData, (_, { code }) => ({ kind: code === 'CodeRequired' ? 'code-needed' : 'unavailable' }))
    .reset(opened)
  // A session that a link opened would be told 403: it is asked for a code first.
  const mayAsk = sample({
    clock: providerChosen, source: { saved: $saved, session: $session },
    filter: ({ saved }, provider) => kindOf(provider) === 'card' && saved.kind !== 'known', fn: ({ session }) => session?.kind === 'code',
  })
  sample({ clock: [mayAsk.filter({ fn: (isProved) => isProved }), panel.raised], fn: () => undefined, target: listFx })
  sample({ clock: mayAsk.filter({ fn: (isProved) => !isProved }), fn: () => undefined, target: locked })

  const $options = $saved.map(cardOptions)
  const $card = createStore(newCard).on(cardChosen, (_, value) => value)
    // Who confirmed a code wants a saved card.
    .on($options, (value, options) => (options.some((option) => option.value === value) ? value : options[0]?.value ?? newCard))
    .reset(opened)
  const $choice = combine($card, $options, (value, options): CardOption => options.find((option) => option.value === value) ?? { value: newCard, kind: 'new' })
  const $wasRaised = createStore(false).on(panel.raised, () => true).reset(opened)
  sample({ clock: cardChosen, source: $choice, filter: ({ kind }) => kind === 'locked', fn: () => undefined, target: panel.needed })
  sample({ clock: cardChosen, source: $choice, filter: ({ kind }) => kind !== 'locked', fn: () => undefined, target: panel.cancelPressed })
  sample({ clock: opened, fn: () => undefined, target: form.reset })

  const asked = sample({ clock: wanted, source: { provider: $provider, choice: $choice } })
  const byCard = asked.filterMap(({ provider, choice }) => (kindOf(provider) === 'card' ? choice : undefined))
  const mustProve = byCard.filter({ fn: ({ kind }) => kind === 'locked' })
  sample({ clock: byCard.filter({ fn: ({ kind }) => kind === 'new' }), fn: () => undefined, target: form.tokenizeFx })
  sample({ clock: mustProve, source: panel.$stage, filter: (stage) => stage === 'closed', fn: () => undefined, target: panel.needed })

  const ready = asked.filterMap(({ provider, choice }) => {
    if (provider === null) return undefined
    if (kindOf(provider) === 'wallet') return { provider, means: { kind: 'wallet' as const } }
    return choice.kind === 'saved' ? { provider, means: { kind: 'saved' as const, token: choice.card.token, referenceToken: choice.card.referenceToken } } : undefined
  })
  const tokenised = sample({
    clock: form.tokenizeFx.doneData, source: $provider, filter: (provider) => provider !== null,
    fn: (provider, { token }) => ({ provider: provider ?? '', means: { kind: 'token' as const, token } }),
  })

  // PAY-26: everything that is wrong at once, and nothing is sent.
  sample({ clock: form.tokenizeFx.failData, fn: ({ problems }) => ({ type: 'cancel' as const, state: 'error' as const, keys: problems.map(problemKey) }), target: questionRaised })

  return {
    providerChosen, cardChosen, $provider, $options, $choice, panel, form, wanted,
    $isNoneSaved: combine($wasRaised, $saved, (wasRaised, saved) => wasRaised && saved.kind === 'known' && saved.cards.length === 0),
    given: merge([ready, tokenised]),
    missing: asked.filter({ fn: ({ provider }) => provider === null }).map(() => undefined),
    refused: merge([form.tokenizeFx.fail, mustProve]).map(() => undefined),
    $isBusy: combine(form.tokenizeFx.pending, Boolean),
  }
}
