import type { ApiFailure, PaymentStanding } from '@checkin/api'
import { $reservation } from '@checkin/flow'
import { attach, createEvent, createStore, sample, type Event, type EventCallable, type Store } from 'effector'
import { cancelPaymentFx, getPaymentStateFx } from '../api.ts'
import { createAlarm } from './alarm.ts'

/** Milliseconds between two questions; the last one stays. */
const pauses = [1000, 2000, 3000, 5000, 8000, 10_000] as const
const pauseAfter = (asked: number): number => pauses[Math.min(asked, pauses.length) - 1] ?? pauses[0]

/** After so many questions, about twenty seconds, the renter is told that it takes longer. */
const usualQuestions = 5

const documentOf = (loaded: { readonly reservation: { readonly reservation: string } } | null): string => loaded?.reservation.reservation ?? ''

/** Asks our server how the payment stands; the server asks the provider. The one source of truth about money here (DEC-48, P17). */
export const askStandingFx = attach({ source: $reservation, effect: getPaymentStateFx, mapParams: (_: void, loaded) => ({ params: { reservation: documentOf(loaded) } }) })

/** Gives an open payment up; done only when the provider has confirmed it (P18). */
export const giveUpFx = attach({ source: $reservation, effect: cancelPaymentFx, mapParams: (_: void, loaded) => ({ body: { documentId: documentOf(loaded) } }) })

export interface StandingWatch {
  /** Asks at once and then again and again, ever more slowly, until `end`. */
  readonly begin: EventCallable<void>
  readonly end: EventCallable<void>
  /** Every answer while the watch runs. */
  readonly learnt: Event<PaymentStanding>
  /** The session is over; any other failed question is simply asked again. */
  readonly refused: Event<ApiFailure>
  /** Questions asked since the beginning. */
  readonly $asked: Store<number>
  /** It takes longer than it usually does. */
  readonly $isLong: Store<boolean>
}

const unauthorised = 401

/** Follows a payment that nobody has decided yet. */
export function createStandingWatch(): StandingWatch {
  const begin = createEvent()
  const end = createEvent()
  const pause = createAlarm()
  const askFx = attach({ effect: askStandingFx })
  const $runs = createStore(false).on(begin, () => true).on(end, () => false)
  const $asked = createStore(0).on(askFx, (asked) => asked + 1).reset(begin)

  sample({ clock: begin, target: [pause.stop, askFx] })
  sample({ clock: pause.rang, source: $runs, filter: (runs) => runs, fn: () => undefined, target: askFx })
  sample({ clock: end, target: pause.stop })

  const learnt = sample({ clock: askFx.doneData, source: $runs, filter: (runs) => runs, fn: (_, { data }) => data })
  const failed = sample({ clock: askFx.failData, source: $runs, filter: (runs) => runs, fn: (_, failure) => failure })
  const refused = failed.filter({ fn: ({ answer }) => answer.status === unauthorised })
  // After the answer was taken in: whoever listens may have ended the watch.
  sample({
    clock: [learnt, failed.filter({ fn: ({ answer }) => answer.status !== unauthorised })],
    source: { runs: $runs, asked: $asked },
    filter: ({ runs }) => runs,
    fn: ({ asked }) => pauseAfter(asked),
    target: pause.set,
  })
  return { begin, end, learnt, refused, $asked, $isLong: $asked.map((asked) => asked > usualQuestions) }
}
