import type { PaymentGateway } from '@checkin/api'
import { cardGateway, cardOptions, clientOf, loadCardScript, type CardOption, type SavedCards } from '@checkin/card-fields'
import { $reservation } from '@checkin/flow'
import { attach, combine, createEffect, createEvent, createStore, sample, type Unit } from 'effector'
import { listGatewaysFx, listSavedCardsFx } from '../../api.ts'
import { createUnlocking } from '../../code-panel/code-panel.model.ts'
import { endsSession, needsCode, tellFailures } from '../../failures.ts'

/** The script of the card provider, in the page once (SHELL-37). Whether it came, the form says (DEC-92). */
export const loadScriptFx = createEffect((src: string) => loadCardScript({ src }))

/** `none`: the company takes no card online, so only the counter is left; `unknown`: that could not be asked. */
export type GatewayState = 'loading' | 'ready' | 'none' | 'unknown'

/** Which card gives the deposit: a saved one, where the session may see them, or a new one (PRECHK-11, DEC-77). */
export function createCards({ opened }: { readonly opened: Unit<unknown> }) {
  const chosen = createEvent<string>()
  const gatewaysFx = attach({ effect: listGatewaysFx, mapParams: (_: void) => undefined })
  const savedFx = attach({
    source: $reservation, effect: listSavedCardsFx,
    mapParams: (provider: string, loaded) => ({ params: { reservation: loaded?.reservation.reservation ?? '', provider } }),
  })
  const panel = createUnlocking({ name: 'rental-agreement/code', reset: opened })

  const $gateway = createStore<PaymentGateway | null>(null).on(gatewaysFx.doneData, (_, { data }) => cardGateway(data)).reset(opened)
  const $gatewayState = createStore<GatewayState>('loading')
    .on(gatewaysFx.doneData, (_, { data }) => (cardGateway(data) === null ? 'none' : 'ready'))
    .on(gatewaysFx.fail, () => 'unknown')
    .reset(opened)
  const $saved = createStore<SavedCards>({ kind: 'loading' })
    .on(savedFx.doneData, (_, { data }) => ({ kind: 'known', cards: data }))
    .on(savedFx.failData, (_, failure) => ({ kind: needsCode(failure) ? 'code-needed' : 'unavailable' }))
    .reset(opened)

  const $client = $gateway.map(clientOf)
  sample({ clock: $client.updates.filterMap((client) => client?.script), target: loadScriptFx })

  const gatewayKnown = $gateway.updates.filterMap((gateway) => gateway?.code)
  sample({ clock: opened, fn: () => undefined, target: gatewaysFx })
  sample({ clock: [gatewayKnown, sample({ clock: panel.raised, source: $gateway }).filterMap((gateway) => gateway?.code)], target: savedFx })
  tellFailures('listGateways', gatewaysFx.failData)
  // Saved cards that can't be had are not worth an alert: a new card does the same.
  tellFailures('listSavedCards', sample({ clock: savedFx.failData, filter: (failure) => endsSession('listSavedCards', failure) }))

  /** A code was confirmed in this visit: what is listed now is all there is. */
  const $wasUnlocked = createStore(false).on(panel.raised, () => true).reset(opened)
  const $options = $saved.map(cardOptions)
  const $chosen = createStore<string | null>(null).on(chosen, (_, value) => value).reset(opened)
  // One entry is no choice, once it is known to be the only one.
  const $choice = combine($chosen, $options, $saved, (value, options, saved): CardOption | null =>
    (saved.kind !== 'loading' && options.length === 1 ? options[0] : options.find((option) => option.value === value)) ?? null)
  sample({ clock: chosen, source: $options, filter: (options, value) => options.some((option) => option.kind === 'locked' && option.value === value), fn: () => undefined, target: panel.needed })
  sample({ clock: chosen, filter: (value) => value === 'new', fn: () => undefined, target: panel.cancelPressed })
  return { chosen, panel, $client, $gatewayState, $saved, $options, $choice, $wasUnlocked, gatewaysFx, savedFx }
}
export type Cards = ReturnType<typeof createCards>
