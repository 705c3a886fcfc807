import type { ExtrasSummary } from '@checkin/api'
import { $config, $loading, $offerDraft, $reservation, $session, $summary, type LoadedReservation } from '@checkin/flow'
import type { StepVisit } from '@checkin/remote'
import { attach, combine, createEvent, createStore, sample, type Event, type EventCallable, type Store, type Unit } from 'effector'
import { calculateExtrasFx, getFullReservationFx } from '../api.ts'
import { accountOf, type Account } from '../domain/account.ts'
import { openChanges } from '../domain/changes.ts'
import { pricingOf } from '../domain/requests.ts'
import { tellFailures } from '../failures.ts'

/** The figures of the review: on their way, here, or not to be had for the moment. */
export type FiguresState = 'loading' | 'ready' | 'failed'

export interface Review {
  readonly $state: Store<FiguresState>
  /** The reservation's lines as the server last told them; null until it did. */
  readonly $stored: Store<ExtrasSummary | null>
  readonly $account: Store<Account | null>
  readonly $currency: Store<string>
  readonly $loaded: Store<LoadedReservation | null>
  /** Name of the vehicle before an upgrade of this session (PAY-02). */
  readonly $vehicleBefore: Store<string | null>
  /** Newer figures came with another call. */
  readonly learnt: EventCallable<ExtrasSummary>
  /** Loads the figures again. */
  readonly reload: EventCallable<void>
  readonly reloaded: Event<ExtrasSummary>
}

/** The rental as it stands with the choices that are not sent yet (PAY-01, PAY-02): lines, total, paid, due, priced by the server alone. */
export function createReview({ opened, closed }: { readonly opened: Event<StepVisit>; readonly closed: Unit<void> }): Review {
  const learnt = createEvent<ExtrasSummary>()
  const reload = createEvent()

  const loadFx = attach({ source: $session, effect: getFullReservationFx, mapParams: (_: void, session) => ({ params: { guid: session?.guid ?? '' } }) })
  const priceFx = attach({
    source: { loaded: $reservation, draft: $offerDraft },
    effect: calculateExtrasFx,
    mapParams: (summary: ExtrasSummary, { loaded, draft }) => ({ body: pricingOf(loaded?.reservation.reservation ?? '', summary, draft) }),
  })

  const $own = createStore<ExtrasSummary | null>(null).on(learnt, (_, summary) => summary).on(loadFx.doneData, (_, { data }) => data.summary).reset(opened)
  const $stored = combine($own, $summary, (own, summary) => own ?? summary)
  const $priced = createStore<ExtrasSummary | null>(null).on(priceFx.doneData, (_, { data }) => data).reset(opened, learnt)

  // The shell loads the figures of a reservation; what it could not get is asked for here.
  const $waits = createStore(false).on(opened, () => true).reset(closed)
  const $details = combine($summary, $loading, (summary, { reservationExtras }) => (summary !== null ? 'ready' : reservationExtras ? 'loading' : 'failed'))
  const settled = sample({
    clock: [opened, $details], source: { waits: $waits, details: $details },
    filter: ({ waits, details }) => waits && details !== 'loading', fn: ({ details }) => details,
  })
  $waits.on(settled, () => false)
  sample({ clock: [settled.filter({ fn: (details) => details === 'failed' }), reload], fn: () => undefined, target: loadFx })

  const known = sample({
    clock: [settled.filter({ fn: (details) => details === 'ready' }), loadFx.done],
    source: { stored: $stored, draft: $offerDraft },
    fn: ({ stored, draft }) => ({ stored, mustPrice: stored !== null && openChanges(stored.extras, draft).length > 0 }),
  })
  sample({ clock: known.filterMap(({ stored, mustPrice }) => (mustPrice && stored ? stored : undefined)), target: priceFx })

  const $state = createStore<FiguresState>('loading')
    .on(known, (_, { mustPrice }) => (mustPrice ? 'loading' : 'ready'))
    .on([priceFx.done, learnt], () => 'ready')
    .on([priceFx.fail, loadFx.fail], () => 'failed')
    .reset(opened)

  tellFailures('calculateExtras', priceFx.failData)
  tellFailures('getFullReservation', loadFx.failData)

  return {
    $state, $stored,
    $account: combine($stored, $priced, $offerDraft, (stored, priced, draft) => (stored === null ? null : accountOf(stored, priced, draft))),
    $currency: $config.map((config) => config?.currency ?? 'EUR'),
    $loaded: $reservation.map((loaded) => loaded),
    $vehicleBefore: $offerDraft.map(({ hasClickedUpgrade, vehicleBefore }) => (hasClickedUpgrade ? vehicleBefore ?? null : null)),
    learnt, reload, reloaded: sample({ clock: loadFx.doneData, fn: ({ data }) => data.summary }),
  }
}
