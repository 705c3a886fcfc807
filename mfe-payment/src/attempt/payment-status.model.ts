import { createPolling } from '@checkin/async/polling'
import { $reservation } from '@checkin/flow'
import { attach, sample } from 'effector'
import { cancelPaymentFx, getPaymentStateFx } from '../api.ts'

const pauses = [1000, 2000, 3000, 5000, 8000, 10_000] as const

/** After so many questions, about twenty seconds, the page says that it takes longer. */
const usualQuestions = 5

const documentOf = (loaded: { readonly reservation: { readonly reservation: string } } | null): string => loaded?.reservation.reservation ?? ''

/** Asks our server how the payment stands; the server asks the provider. The one source of truth about money here (DEC-48, P17). */
export const askStatusFx = attach({ source: $reservation, effect: getPaymentStateFx, mapParams: (_: void, loaded) => ({ params: { reservation: documentOf(loaded) } }) })

/** Gives an open payment up; done only when the provider has confirmed it (P18). */
export const cancelFx = attach({ source: $reservation, effect: cancelPaymentFx, mapParams: (_: void, loaded) => ({ body: { documentId: documentOf(loaded) } }) })

/** Follows a payment that nobody has decided yet, ever more slowly, until it is ended. */
export function createStatusPolling() {
  const { begin, end, undecided, ask, $isRunning, $asked } = createPolling({ pauses, isEndless: true })
  const askFx = attach({ effect: askStatusFx })
  sample({ clock: ask, target: askFx })
  /** Every answer while the polling runs. */
  const answered = sample({ clock: askFx.doneData, filter: $isRunning }).map(({ data }) => data)
  const failed = sample({ clock: askFx.failData, filter: $isRunning })
  /** The session is over; any other failed question is simply asked again. */
  const unauthorised = failed.filter({ fn: ({ answer }) => answer.status === 401 })
  sample({ clock: [answered, failed.filter({ fn: ({ answer }) => answer.status !== 401 })], fn: () => undefined, target: undecided })
  return { begin, end, answered, unauthorised, $asked, $isLong: $asked.map((asked) => asked > usualQuestions) }
}
