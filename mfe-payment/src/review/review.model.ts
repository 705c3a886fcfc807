import type { ExtrasSummary, FullReservation } from '@checkin/api'
import { $config, $loading, $offerDraft, $reservation, $session, $summary } from '@checkin/flow'
import type { StepVisit } from '@checkin/remote'
import { extrasRequest, formerVehicle, ledgerOf, openChanges } from '@checkin/rental-summary'
import { onceSettled } from '@checkin/rental-summary/details'
import { attach, combine, createEvent, createStore, sample, type Event, type Unit } from 'effector'
import { calculateExtrasFx, getFullReservationFx, publishFailures } from '../api.ts'

/** The figures of the review: on their way, here, or not to be had for the moment. */
export type FiguresState = 'loading' | 'ready' | 'failed'

/** Lines and totals, and the version of the reservation that they are of. */
export type FiguresOfVersion = Pick<FullReservation, 'summary' | 'rowVersion'>

/** The rental as it stands with the choices that are not sent yet (PAY-01, PAY-02): lines, total, paid, due, priced by the server alone. */
export function createReview({ opened, closed }: { readonly opened: Event<StepVisit>; readonly closed: Unit<void> }) {
  /** Newer figures came with another call, which left no choice to send. */
  const figuresReceived = createEvent<FiguresOfVersion>()
  /** Somebody else changed the reservation: this is how it stands now, and the choices of this page are priced on it (DEC-127). */
  const newerReceived = createEvent<FiguresOfVersion>()
  /** Loads the figures again. */
  const reload = createEvent()

  const loadFx = attach({ source: $session, effect: getFullReservationFx, mapParams: (_: void, session) => ({ params: { guid: session?.guid ?? '' } }) })
  const priceFx = attach({
    source: { loaded: $reservation, draft: $offerDraft },
    effect: calculateExtrasFx,
    mapParams: (summary: ExtrasSummary, { loaded, draft }) => ({ body: extrasRequest(loaded?.reservation.reservation ?? '', summary.extras, openChanges(summary.extras, draft.extras)) }),
  })

  const $own = createStore<FiguresOfVersion | null>(null).on([figuresReceived, newerReceived], (_, figures) => figures).on(loadFx.doneData, (_, { data }) => data).reset(opened)
  const $stored = combine($own, $summary, (own, summary) => own?.summary ?? summary)
  /** Version of the reservation that the figures are of; undefined where an older shell does not say it. */
  const $rowVersion = combine($own, $reservation, (own, loaded) => ({ version: own?.rowVersion ?? loaded?.rowVersion }))
  const $priced = createStore<ExtrasSummary | null>(null).on(priceFx.doneData, (_, { data }) => data).reset(opened, figuresReceived, newerReceived)

  // The shell loads the figures of a reservation; what it could not get is asked for here.
  const settled = onceSettled({ opened, closed, summary: $summary, loading: $loading })
  sample({ clock: [settled.filter({ fn: (details) => details === 'unavailable' }), reload], fn: () => undefined, target: loadFx })

  const known = sample({
    clock: [settled.filter({ fn: (details) => details === 'ready' }), loadFx.done, newerReceived],
    source: { stored: $stored, draft: $offerDraft },
    fn: ({ stored, draft }) => ({ stored, mustPrice: stored !== null && openChanges(stored.extras, draft.extras).length > 0 }),
  })
  sample({ clock: known.filterMap(({ stored, mustPrice }) => (mustPrice && stored ? stored : undefined)), target: priceFx })

  const $state = createStore<FiguresState>('loading')
    .on(known, (_, { mustPrice }) => (mustPrice ? 'loading' : 'ready'))
    .on([priceFx.done, figuresReceived], () => 'ready')
    .on([priceFx.fail, loadFx.fail], () => 'failed')
    .reset(opened)

  publishFailures('calculateExtras', priceFx.failData)
  publishFailures('getFullReservation', loadFx.failData)

  return {
    $state, $stored, $rowVersion,
    $ledger: combine($stored, $priced, $offerDraft, (stored, priced, draft) => (stored === null ? null : ledgerOf(stored, priced, draft))),
    $currency: $config.map((config) => config?.currency ?? 'EUR'),
    $loaded: $reservation.map((loaded) => loaded),
    $vehicleBefore: $offerDraft.map(formerVehicle),
    figuresReceived, newerReceived, reload,
  }
}
