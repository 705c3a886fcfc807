import type { SavedCard } from '@checkin/api'
import { createCardForm, loadCardScript, problemKey, type CardFormModel } from '@checkin/card-fields'
import { $reservation, $session } from '@checkin/flow'
import { questionRaised } from '@checkin/flow/publish/payment'
import { todayIn } from '@checkin/forms'
import type { StepVisit } from '@checkin/remote'
import { attach, combine, createEffect, createEvent, createStore, merge, sample, type Event, type EventCallable, type Store } from 'effector'
import { listSavedCardsFx } from '../api.ts'
import { kindOf } from '../domain/gateways.ts'
import type { Means } from '../domain/requests.ts'

/** Value of the list of cards for one that is typed now. */
export const newCard = 'new'

/** Cards that the provider keeps for the renter; a link session sees none before it has confirmed a mailed code (DEC-77). */
export type SavedCards = { readonly kind: 'unknown' | 'locked' } | { readonly kind: 'listed'; readonly cards: readonly SavedCard[] }

export interface MeansModel {
  readonly providerChosen: EventCallable<string>
  /** Token of a saved card, or `newCard`. */
  readonly cardChosen: EventCallable<string>
  readonly $provider: Store<string | null>
  readonly $card: Store<string>
  readonly $saved: Store<SavedCards>
  readonly form: CardFormModel
  /** Asks for what is needed to pay. */
  readonly wanted: EventCallable<void>
  readonly given: Event<{ readonly provider: string; readonly means: Means }>
  /** Nothing is chosen (S1.53). */
  readonly missing: Event<void>
  /** The card was not taken by the fields; they say why (S1.54). */
  readonly refused: Event<void>
  /** The list of cards is asked for again: a code raised the session. */
  readonly raised: EventCallable<void>
  readonly $isBusy: Store<boolean>
}

/** The script of the card provider, in the page once (SHELL-37). Whether it came, the form says (DEC-92). */
export const loadScriptFx = createEffect((src: string) => loadCardScript({ src }))

const codeRequired = 403

/** By what the renter pays: a method of the list, and for a card a saved one or the provider's fields (PAY-09, PAY-18 to PAY-28). */
export function createMeans({ name, opened }: { readonly name: string; readonly opened: Event<StepVisit> }): MeansModel {
  const providerChosen = createEvent<string>()
  const cardChosen = createEvent<string>()
  const wanted = createEvent()
  const raised = createEvent()
  const form = createCardForm({ name, today: () => todayIn(undefined) })

  const $provider = createStore<string | null>(null).on(providerChosen, (_, code) => code).reset(opened)
  const $card = createStore(newCard).on(cardChosen, (_, token) => token).reset(opened)

  const listFx = attach({
    source: $reservation, effect: listSavedCardsFx,
    mapParams: (provider: string, loaded) => ({ params: { reservation: loaded?.reservation.reservation ?? '', provider } }),
  })
  const locked = createEvent()
  const $saved = createStore<SavedCards>({ kind: 'unknown' })
    .on(listFx.doneData, (_, { data: cards }) => ({ kind: 'listed', cards }))
    .on(locked, () => ({ kind: 'locked' }))
    .on(listFx.failData, (_, { answer }) => ({ kind: answer.status === codeRequired ? 'locked' : 'unknown' }))
    .reset(opened)
  // A session that a link opened is told 403: it is not asked for.
  const mayAsk = sample({
    clock: [providerChosen, raised], source: { provider: $provider, saved: $saved, session: $session },
    filter: ({ provider, saved }) => kindOf(provider) === 'card' && saved.kind !== 'listed',
    fn: ({ provider, session }) => ({ provider: provider ?? '', isProved: session?.kind === 'code' }),
  })
  sample({ clock: mayAsk.filterMap(({ provider, isProved }) => (isProved ? provider : undefined)), target: listFx })
  sample({ clock: mayAsk.filter({ fn: ({ isProved }) => !isProved }), fn: () => undefined, target: locked })
  sample({ clock: opened, fn: () => undefined, target: form.reset })

  const asked = sample({ clock: wanted, source: { provider: $provider, card: $card, saved: $saved } })
  const savedOf = ({ card, saved }: { readonly card: string; readonly saved: SavedCards }): SavedCard | undefined =>
    (saved.kind === 'listed' ? saved.cards.find(({ token }) => token === card) : undefined)
  const typed = asked.filter({ fn: (choice) => kindOf(choice.provider) === 'card' && savedOf(choice) === undefined })
  sample({ clock: typed, fn: () => undefined, target: form.tokenizeFx })

  const ready = asked.filterMap((choice) => {
    if (choice.provider === null) return undefined
    if (kindOf(choice.provider) === 'wallet') return { provider: choice.provider, means: { kind: 'wallet' as const } }
    const card = savedOf(choice)
    return card && { provider: choice.provider, means: { kind: 'saved' as const, token: card.token, referenceToken: card.referenceToken } }
  })
  const tokenised = sample({
    clock: form.tokenizeFx.doneData, source: $provider, filter: (provider) => provider !== null,
    fn: (provider, { token }) => ({ provider: provider ?? '', means: { kind: 'token' as const, token } }),
  })

  // PAY-26: everything that is wrong at once, and nothing is sent.
  sample({ clock: form.tokenizeFx.failData, fn: ({ problems }) => ({ type: 'cancel' as const, state: 'error' as const, keys: problems.map(problemKey) }), target: questionRaised })

  return {
    providerChosen, cardChosen, $provider, $card, $saved, form, wanted, raised,
    given: merge([ready, tokenised]),
    missing: asked.filter({ fn: ({ provider }) => provider === null }).map(() => undefined),
    refused: form.tokenizeFx.fail.map(() => undefined),
    $isBusy: combine(form.tokenizeFx.pending, Boolean),
  }
}
