import type { ApiFailure, SavedCard, Success } from '@checkin/api'
import type { PublishFailures } from '@checkin/async/failures'
import { endsSession } from '@checkin/async/session-end'
import { attach, combine, createEffect, createEvent, createStore, sample, type Effect, type EventCallable, type Unit } from 'effector'
import { createCodePanel, type CodePanelOptions } from './code-panel.ts'

/** The saved cards as far as this session may know them (PAY-28, PRECHK-11, DEC-77). */
export type SavedCards =
  | { readonly kind: 'loading' }
  | { readonly kind: 'known'; readonly cards: readonly SavedCard[] }
  /** A link opened the session: whether there are any is shown after a mailed code. */
  | { readonly kind: 'code-needed' }
  | { readonly kind: 'unavailable' }

/** A way to pay or to give the deposit: a saved card, the saved cards behind a code, or a new card. */
export type CardOption =
  | { readonly value: string; readonly kind: 'saved'; readonly card: SavedCard }
  | { readonly value: 'saved'; readonly kind: 'locked' }
  | { readonly value: 'new'; readonly kind: 'new' }

const newCard: CardOption = { value: 'new', kind: 'new' }

/** What the renter chooses between; a single entry is no choice (PAY-28, PRECHK-11). Tokens never stand in the page. */
export function cardOptions(saved: SavedCards): readonly CardOption[] {
  switch (saved.kind) {
    case 'known': return [...saved.cards.map((card, at): CardOption => ({ value: `saved-${at}`, kind: 'saved', card })), newCard]
    case 'code-needed': return [{ value: 'saved', kind: 'locked' }, newCard]
    default: return [newCard]
  }
}

interface Confirmation {
  readonly data: { readonly sessionKey: string }
}

export interface CardChoiceOptions<Sent, Confirmed extends Confirmation, Listed extends { readonly data: readonly SavedCard[] }> extends CodePanelOptions<Sent, Confirmed> {
  /** The screen is opened: everything is as at first. `reset` closes the code panel only. */
  readonly opened: Unit<unknown>
  /** API-31 of a provider. */
  readonly listFx: Effect<string, Listed, ApiFailure>
  /** The owner's event of a session that a code raised. */
  readonly sessionRaised: EventCallable<{ readonly sessionKey: string }>
  readonly publishFailures: PublishFailures
  /** Takes a saved card off the reservation (API-44); left out where that is not offered. */
  readonly forgetFx?: Effect<string, Success<{ forgotten: true }>, ApiFailure>
  /** What is chosen before the renter chooses: the first saved card that the session may use, else a new one (payment, DEC-184); or nothing, unless there is one option only (PRECHK-11). */
  readonly preselected: 'first' | 'none'
}

/** Which card pays or gives the deposit: a saved one, where the session may see them, or a new one; a mailed code unlocks them (PAY-28, PRECHK-11, DEC-77). */
export function createCardChoice<Sent, Confirmed extends Confirmation, Listed extends { readonly data: readonly SavedCard[] }>({
  opened, listFx, forgetFx, sessionRaised, publishFailures, preselected, ...code
}: CardChoiceOptions<Sent, Confirmed, Listed>) {
  const chosen = createEvent<string>()
  /** The cards of a provider are wanted; of a session that is known to need a code they are not asked for. */
  const wanted = createEvent<{ readonly provider: string; readonly isLocked: boolean }>()
  const panel = createCodePanel(code)

  const $provider = createStore('').on(wanted, (_, { provider }) => provider).reset(opened)
  const $saved = createStore<SavedCards>({ kind: 'loading' })
    .on(wanted, (saved, { isLocked }) => (isLocked ? { kind: 'code-needed' } : saved))
    .on(listFx.doneData, (_, { data: cards }) => ({ kind: 'known', cards }))
    .on(listFx.failData, (_, failure) => ({ kind: failure.code === 'CodeRequired' ? 'code-needed' : 'unavailable' }))
    .reset(opened)
  sample({ clock: [wanted.filter({ fn: ({ isLocked }) => !isLocked }), panel.raised], source: $provider, target: listFx })
  sample({ clock: panel.raised, target: sessionRaised })
  publishFailures('lookup', panel.sendFailed)
  publishFailures('validateCode', panel.confirmFailed)
  // Saved cards that can't be had are not worth an alert: a new card does the same.
  publishFailures('listSavedCards', sample({ clock: listFx.failData, filter: (failure) => endsSession('listSavedCards', failure) }))

  const $options = $saved.map(cardOptions)
  const $value = createStore<string | null>(null).on(chosen, (_, value) => value).reset(opened)
  const $choice = combine($value, $options, $saved, (value, options, saved): CardOption | null => {
    const isOnlyOne = saved.kind !== 'loading' && options.length === 1
    return options.find((option) => option.value === value) ?? (preselected === 'first' ? options.find(({ kind }) => kind !== 'locked') : isOnlyOne ? options[0] : undefined) ?? null
  })
  const choice = sample({ clock: chosen, source: $choice })
  sample({ clock: choice, filter: (option) => option?.kind === 'locked', fn: () => undefined, target: panel.needed })
  sample({ clock: choice, filter: (option) => option?.kind !== 'locked', fn: () => undefined, target: panel.cancelPressed })

  // A card that is taken off is gone from the list at once, and chosen no more.
  const forgetPressed = createEvent()
  const forgotten = sample({ clock: forgetPressed, source: $choice }).filterMap((option) => (option?.kind === 'saved' ? option.card.token : undefined))
  const takeFx = attach({ effect: forgetFx ?? createEffect<string, Success<{ forgotten: true }>, ApiFailure>() })
  sample({ clock: forgotten, source: takeFx.pending, filter: (pending) => !pending, fn: (_, token) => token, target: takeFx })
  $saved.on(takeFx.done, (saved, { params }) => (saved.kind === 'known' ? { kind: 'known', cards: saved.cards.filter(({ token }) => token !== params) } : saved))
  $value.reset(takeFx.done)
  publishFailures('forgetCard', takeFx.failData)
  /** How taking a card off ended, until another card is chosen. */
  const $forgetting = createStore<'none' | 'forgotten' | 'kept'>('none').on(takeFx.done, () => 'forgotten').on(takeFx.fail, () => 'kept').reset(opened, chosen, takeFx)

  const $wasUnlocked = createStore(false).on(panel.raised, () => true).reset(opened)
  /** A code was confirmed, and there is no saved card. */
  const $isNoneSaved = combine($wasUnlocked, $saved, (wasUnlocked, saved) => wasUnlocked && saved.kind === 'known' && saved.cards.length === 0)
  return { chosen, wanted, panel, forgetPressed, canForget: forgetFx !== undefined, $forgetting, $saved, $options, $choice, $isNoneSaved }
}
export type CardChoice = ReturnType<typeof createCardChoice>
