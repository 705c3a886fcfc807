import { $reservation } from '@checkin/flow'
import { sessionRefused, walletPaymentCancelled, walletPaymentLogged, walletPaymentUnlogged } from '@checkin/flow/publish/payment'
import type { PaymentLog } from '@checkin/api'
import type { StepVisit } from '@checkin/remote'
import { attach, createEvent, merge, sample } from 'effector'
import { logPaymentFx } from '../../api.ts'
import { cancelFx, createStatusPolling } from '../../attempt/payment-status.model.ts'
import { outcomeOfLogFailure, outcomeOfReturn, logOf, type ReturnOutcome } from '../../domain/wallet-return.ts'

/** The screen is shown; the shell calls it once per visit: `success` after the wallet was paid with, `cancel` after the renter turned round. */
export const success = { opened: createEvent<StepVisit>(), closed: createEvent() }
export const cancel = { opened: createEvent<StepVisit>(), closed: createEvent() }

/** Named by the wallet's own id, so that a reload of the page is the same call (PAY-36). */
const logFx = attach({ effect: logPaymentFx, mapParams: (body: PaymentLog) => ({ body, idempotencyKey: `log-${body.uniqueIdentifier}`.slice(0, 64) }) })
const polling = createStatusPolling()

const returned = sample({
  clock: success.opened, source: $reservation,
  fn: (loaded, visit) => ({ hasSession: loaded !== null, log: loaded === null ? null : logOf(loaded.reservation.reservation, visit) }),
})
sample({ clock: returned.filterMap(({ log }) => log ?? undefined), target: logFx })

const outcome = merge([
  // Without the renter's session there is nothing to ask with; the server settles the payment without the page (I7).
  returned.filterMap(({ hasSession, log }): ReturnOutcome | undefined => (hasSession ? (log === null ? 'ask' : undefined) : 'session-over')),
  logFx.done.map((): ReturnOutcome => 'linked'),
  logFx.failData.map(outcomeOfLogFailure),
  polling.answered.map(outcomeOfReturn),
  polling.unauthorised.map((): ReturnOutcome => 'session-over'),
])

const targets = { linked: walletPaymentLogged, unlinked: walletPaymentUnlogged, unpaid: walletPaymentCancelled, 'session-over': sessionRefused } as const
for (const [kind, target] of Object.entries(targets)) sample({ clock: outcome, filter: (result) => result === kind, fn: () => ({}), target })

const asked = merge([logFx.failData.map(outcomeOfLogFailure), returned.map(({ hasSession, log }): ReturnOutcome => (hasSession && log === null ? 'ask' : 'linked'))])
sample({ clock: asked.filter({ fn: (result) => result === 'ask' }), fn: () => undefined, target: polling.begin })
sample({ clock: [outcome.filter({ fn: (result) => result !== 'ask' }), success.closed], fn: () => undefined, target: polling.end })

/** The wallet takes its time. */
export const $isLong = polling.$isLong

// The renter turned round in the wallet: the open payment is given up, so that another can begin (P18). Whatever comes of it, the shell reloads
// and the overview asks how things stand (PAY-35, S1.63, S1.64).
const stopFx = attach({ effect: cancelFx })
const turnedBack = sample({ clock: cancel.opened, source: $reservation, fn: (loaded) => loaded !== null })
sample({ clock: turnedBack.filter({ fn: (hasSession) => hasSession }), fn: () => undefined, target: stopFx })
sample({
  clock: [stopFx.finally, turnedBack.filter({ fn: (hasSession) => !hasSession })],
  fn: () => ({}),
  target: walletPaymentCancelled,
})
