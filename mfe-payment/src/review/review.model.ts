import type { ExtrasSummary } from '@checkin/api'
import { $config, $loading, $offerDraft, $reservation, $session, $summary } from '@checkin/flow'
import type { StepVisit } from '@checkin/remote'
import { extrasRequest, formerVehicle, ledgerOf, openChanges } from '@checkin/rental-summary'
import { onceSettled } from '@checkin/rental-summary/details'
import { attach, combine, createEvent, createStore, sample, type Event, type Unit } from 'effector'
import { calculateExtrasFx, getFullReservationFx, publishFailures } from '../api.ts'

/** The figures of the review: on their way, here, or not to be had for the moment. */
export type FiguresState = 'loading' | 'ready' | 'failed'

/** The rental as it stands with the choices that are not sent yet (PAY-01, PAY-02): lines, total, paid, due, priced by the server alone. */
export function createReview({ opened, closed }: { readonly opened: Event<StepVisit>; readonly closed: Unit<void> }) {
  /** Newer figures came with another call. */
  const figuresReceived = createEvent<ExtrasSummary>()
  /** Loads the figures again. */
  const reload = createEvent()

  const loadFx = attach({ source: $session, effect: getFullReservationFx, mapParams: (_: void, session) => ({ params: { guid: session?.guid ?? '' } }) })
  const priceFx = attach({
    source: { loaded: $reservation, draft: $offerDraft },
    effect: calculateExtrasFx,
    mapParams: (summary: ExtrasSummary, { loaded, draft }) => ({ body: extrasRequest(loaded?.reservation.reservation ?? '', summary.extras, openChanges(summary.extras, draft.extras)) }),
  })

  const $own = createStore<ExtrasSummary | null>(null).on(figuresReceived, (_, summary) => summary).on(loadFx.doneData, (_, { data }) => data.summary).reset(opened)
  const $stored = combine($own, $summary, (own, summary) => own ?? summary)
  const $priced = createStore<ExtrasSummary | null>(null).on(priceFx.doneData, (_, { data }) => data).reset(opened, figuresReceived)

  // The shell loads the figures of a reservation; what it could not get is asked for here.
  const settled = onceSettled({ opened, closed, summary: $summary, loading: $loading })
  sample({ clock: [settled.filter({ fn: (details) => details === 'unavailable' }), reload], fn: () => undefined, target: loadFx })

  const known = sample({
    clock: [settled.filter({ fn: (details) => details === 'ready' }), loadFx.done],
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
    $state, $stored,
    $ledger: combine($stored, $priced, $offerDraft, (stored, priced, draft) => (stored === null ? null : ledgerOf(stored, priced, draft))),
    $currency: $config.map((config) => config?.currency ?? 'EUR'),
    $loaded: $reservation.map((loaded) => loaded),
    $vehicleBefore: $offerDraft.map(formerVehicle),
    figuresReceived, reload,
  }
}
