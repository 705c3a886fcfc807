import { $reservation, $summary } from '@checkin/flow'
import type { ModuleName } from '@checkin/remote'
import { createEffect, sample } from 'effector'
import { routeOf } from '../routes/route-table.ts'
import { $visit } from '../routes/visit.model.ts'
import { loadModuleStatusFx, loadSummaryFx } from './load-reservation.model.ts'

/** Modules whose screens show prices or offers. */
const needing: readonly ModuleName[] = ['mfe-offers', 'mfe-payment', 'mfe-precheckout']

/** Module status and summary together; each may fail by itself, the screens then say what they miss. */
export const loadDetailsFx = createEffect(async () => {
  await Promise.allSettled([loadModuleStatusFx(), loadSummaryFx()])
})

sample({
  clock: [$visit, $reservation],
  source: { visit: $visit, reservation: $reservation, summary: $summary, pending: loadDetailsFx.pending },
  filter: ({ visit, reservation, summary, pending }) => visit !== null && reservation !== null && summary === null && !pending && needing.includes(routeOf(visit.name).module),
  fn: () => undefined,
  target: loadDetailsFx,
})
