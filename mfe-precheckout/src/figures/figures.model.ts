import type { ExtrasSummary } from '@checkin/api'
import { $config, $loading, $offerDraft, $reservation, $summary } from '@checkin/flow'
import { attach, combine, createStore, sample, type Unit } from 'effector'
import { calculateExtrasFx } from '../api.ts'
import { pricingRequest } from '../domain/draft-choice.ts'
import { tellFailures } from '../failures.ts'

/** `unpriced`: the lines or the price of the draft could not be had; no figure is better than an old one. */
export type FiguresState = 'waiting' | 'ready' | 'unpriced'

/** What the rental comes to with everything that was chosen in this visit; every figure is the server's (DEC-54). */
export function createFigures({ opened, closed }: { readonly opened: Unit<unknown>; readonly closed: Unit<void> }) {
  const priceFx = attach({
    source: { loaded: $reservation, draft: $offerDraft },
    effect: calculateExtrasFx,
    mapParams: (_: void, { loaded, draft }) => ({ body: pricingRequest(loaded?.reservation.reservation ?? '', draft) }),
  })
  const $isOpen = createStore(false).on(opened, () => true).reset(closed)
  const $hasDraft = $offerDraft.map(({ extras }) => extras.length > 0)
  const $priced = createStore<ExtrasSummary | null>(null).on(priceFx.doneData, (_, { data }) => data).reset(opened, $offerDraft)
  const $failed = createStore(false).on(priceFx.fail, () => true).reset(opened, priceFx)

  const due = sample({ clock: [opened, $summary, $offerDraft], source: { open: $isOpen, summary: $summary, hasDraft: $hasDraft } })
  sample({ clock: due, filter: ({ open, summary, hasDraft }) => open && summary !== null && hasDraft, fn: () => undefined, target: priceFx })
  tellFailures('calculateExtras', priceFx.failData)

  const $shown = combine($summary, $priced, $hasDraft, (summary, priced, hasDraft) => (hasDraft ? priced : summary))
  const $state = combine($shown, $failed, $summary, $loading, (shown, failed, summary, { reservationExtras }): FiguresState =>
    shown !== null ? 'ready' : failed || (summary === null && !reservationExtras) ? 'unpriced' : 'waiting')
  const $currency = $config.map((config) => config?.currency ?? 'EUR')
  return { $shown, $state, $currency, priceFx }
}
export type Figures = ReturnType<typeof createFigures>
