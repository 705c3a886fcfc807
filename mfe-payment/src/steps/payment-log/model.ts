import { $reservation } from '@checkin/flow'
import { sessionRefused, walletPaymentCancelled, walletPaymentLogged, walletPaymentUnlogged } from '@checkin/flow/publish/payment'
import type { PaymentLog } from '@checkin/api'
import type { StepVisit } from '@checkin/remote'
import { attach, createEvent, merge, sample } from 'effector'
import { logPaymentFx } from '../../api.ts'
import { judgeLogFailure, judgeReturn, logOf, type ReturnVerdict } from '../../domain/wallet-return.ts'
import { createStandingWatch } from '../../waiting/standing.ts'

/** The shell says that the screen is shown, once per visit. */
export const opened = createEvent<StepVisit>()
export const closed = createEvent()

/** Named by the wallet's own id, so that a reload of the page is the same call (PAY-36). */
const logFx = attach({ effect: logPaymentFx, mapParams: (body: PaymentLog) => ({ body, idempotencyKey: `log-${body.uniqueIdentifier}`.slice(0, 64) }) })
const watch = createStandingWatch()

const returned = sample({
  clock: opened, source: $reservation,
  fn: (loaded, visit) => ({ hasSession: loaded !== null, log: loaded === null ? null : logOf(loaded.reservation.reservation, visit) }),
})
sample({ clock: returned.filterMap(({ log }) => log ?? undefined), target: logFx })

const verdict = merge([
  // Without the renter's session there is nothing to ask with; the server settles the payment without the page (I7).
  returned.filterMap(({ hasSession, log }): ReturnVerdict | undefined => (hasSession ? (log === null ? 'ask' : undefined) : 'session-over')),
  logFx.done.map((): ReturnVerdict => 'linked'),
  logFx.failData.map(judgeLogFailure),
  watch.learnt.map(judgeReturn),
  watch.refused.map((): ReturnVerdict => 'session-over'),
])

sample({ clock: verdict.filter({ fn: (way) => way === 'linked' }), fn: () => ({}), target: walletPaymentLogged })
sample({ clock: verdict.filter({ fn: (way) => way === 'unlinked' }), fn: () => ({}), target: walletPaymentUnlogged })
sample({ clock: verdict.filter({ fn: (way) => way === 'unpaid' }), fn: () => ({}), target: walletPaymentCancelled })
sample({ clock: verdict.filter({ fn: (way) => way === 'session-over' }), fn: () => ({}), target: sessionRefused })

const asked = merge([logFx.failData.map(judgeLogFailure), returned.map(({ hasSession, log }): ReturnVerdict => (hasSession && log === null ? 'ask' : 'linked'))])
sample({ clock: asked.filter({ fn: (way) => way === 'ask' }), fn: () => undefined, target: watch.begin })
sample({ clock: [verdict.filter({ fn: (way) => way !== 'ask' }), closed], fn: () => undefined, target: watch.end })

/** The wallet takes its time. */
export const $isLong = watch.$isLong
