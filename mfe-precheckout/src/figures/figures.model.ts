import type { ExtrasSummary, FullReservation } from '@checkin/api'
import { $config, $loading, $offerDraft, $reservation, $summary } from '@checkin/flow'
import { extrasRequest, formerVehicle, ledgerOf, openChanges } from '@checkin/rental-summary'
import { attach, combine, createEvent, createStore, sample, type Unit } from 'effector'
import { calculateExtrasFx, publishFailures } from '../api.ts'

/** `unpriced`: the lines or the price of the draft could not be had; no figure is better than an old one. */
export type FiguresState = 'waiting' | 'ready' | 'unpriced'

/** What the rental comes to with everything that was chosen in this visit; every figure is the server's (DEC-54). */
export function createFigures({ opened, closed }: { readonly opened: Unit<unknown>; readonly closed: Unit<void> }) {
  /** Somebody else changed the reservation: this is how it stands now, and the choices of this visit are priced on it (DEC-127). */
  const newerReceived = createEvent<Pick<FullReservation, 'summary' | 'rowVersion'>>()
  const $own = createStore<Pick<FullReservation, 'summary' | 'rowVersion'> | null>(null).on(newerReceived, (_, newer) => newer).reset(opened, $summary)
  const $stored = combine($own, $summary, (own, summary) => own?.summary ?? summary)
  /** Version of the reservation that the figures are of; undefined where an older shell does not say it. */
  const $rowVersion = combine($own, $reservation, (own, loaded) => ({ version: own?.rowVersion ?? loaded?.rowVersion }))
  const priceFx = attach({
    source: { loaded: $reservation, stored: $stored, draft: $offerDraft },
    effect: calculateExtrasFx,
    mapParams: (_: void, { loaded, stored, draft }) => {
      const extras = stored?.extras ?? []
      return { body: extrasRequest(loaded?.reservation.reservation ?? '', extras, openChanges(extras, draft.extras)) }
    },
  })
  const $isOpen = createStore(false).on(opened, () => true).reset(closed)
  const $hasDraft = $offerDraft.map(({ extras }) => extras.length > 0)
  const $priced = createStore<ExtrasSummary | null>(null).on(priceFx.doneData, (_, { data }) => data).reset(opened, $offerDraft, newerReceived)
  const $failed = createStore(false).on(priceFx.fail, () => true).reset(opened, priceFx)

  const due = sample({ clock: [opened, $stored, $offerDraft], source: { open: $isOpen, summary: $stored, hasDraft: $hasDraft } })
  sample({ clock: due, filter: ({ open, summary, hasDraft }) => open && summary !== null && hasDraft, fn: () => undefined, target: priceFx })
  publishFailures('calculateExtras', priceFx.failData)

  const $shown = combine($stored, $priced, $hasDraft, (summary, priced, hasDraft) => (hasDraft ? priced : summary))
  const $state = combine($shown, $failed, $stored, $loading, (shown, failed, summary, { reservationExtras }): FiguresState =>
    shown !== null ? 'ready' : failed || (summary === null && !reservationExtras) ? 'unpriced' : 'waiting')
  const $currency = $config.map((config) => config?.currency ?? 'EUR')
  const $ledger = combine($stored, $shown, $offerDraft, (stored, shown, draft) => (stored && shown && ledgerOf(stored, shown, draft)))
  return { $stored, $rowVersion, newerReceived, $shown, $ledger, $vehicleBefore: $offerDraft.map(formerVehicle), $state, $currency, priceFx }
}
export type Figures = ReturnType<typeof createFigures>
