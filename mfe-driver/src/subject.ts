import { $flow } from '@checkin/flow'
import { sample, type Event, type EventCallable } from 'effector'

/** Whose data the screens ask for: the two are never in one form, so that neither can overwrite the other (SHELL-04, DEC-13). */
export type Subject = 'main' | 'additional'
export const subjects = ['main', 'additional'] as const

/** Who it is now; the shell alone decides by the flow. */
export const $subject = $flow.map((flow): Subject => (flow === 'additionalDriver' ? 'additional' : 'main'))

/** Something of each kind of driver's own. */
export type PerSubject<Of> = Readonly<Record<Subject, Of>>

/** Makes the same model twice, once per driver. */
export const perSubject = <Of>(make: (subject: Subject) => Of): PerSubject<Of> => ({ main: make('main'), additional: make('additional') })

/** Tells the model of the driver whose screen it is that the screen shows. */
export function routed(shown: Event<void>, targets: PerSubject<EventCallable<void>>): void {
  for (const subject of subjects) {
    sample({ clock: shown, source: $subject, filter: (now) => now === subject, fn: () => undefined, target: targets[subject] })
  }
}
