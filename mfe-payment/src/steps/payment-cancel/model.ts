import { $reservation } from '@checkin/flow'
import { walletPaymentCancelled } from '@checkin/flow/publish/payment'
import type { StepVisit } from '@checkin/remote'
import { attach, createEvent, sample } from 'effector'
import { giveUpFx } from '../../waiting/standing.ts'

/** The shell says that the screen is shown, once per visit. */
export const opened = createEvent<StepVisit>()
export const closed = createEvent()

// The renter turned round in the wallet: the open payment is given up, so that another can begin (P18). Whatever comes of it, the shell reloads
// and the overview asks how things stand (PAY-35, S1.63, S1.64).
const stopFx = attach({ effect: giveUpFx })
const returned = sample({ clock: opened, source: $reservation, fn: (loaded) => loaded !== null })
sample({ clock: returned.filter({ fn: (hasSession) => hasSession }), fn: () => undefined, target: stopFx })
sample({
  clock: [stopFx.finally, returned.filter({ fn: (hasSession) => !hasSession })],
  fn: () => ({}),
  target: walletPaymentCancelled,
})
