import type { driverContactLeft } from '@checkin/flow/publish/driver'
import type { StepVisit } from '@checkin/remote'
import { createEvent, sample } from 'effector'
import { $subject, subjects, type PerSubject } from '../subject.ts'
import { createDriverForms, type DriverForms } from './create-driver-forms.ts'
import { mainForms } from './main-forms.ts'

export type { DriverForms } from './create-driver-forms.ts'

/** The main and the additional driver, each with forms of its own (SHELL-04). */
export const driverForms: PerSubject<DriverForms> = { main: mainForms, additional: createDriverForms('additional') }

/** The events of one screen; whenever it shows, it opens the forms of the driver whose turn it is. */
export function createScreen(left: typeof driverContactLeft) {
  /** The screen is shown, once per visit. */
  const opened = createEvent<StepVisit>()
  const closed = createEvent()
  const backPressed = createEvent()
  for (const subject of subjects) {
    sample({ clock: opened, source: $subject, filter: (now) => now === subject, fn: () => undefined, target: driverForms[subject].opened })
  }
  sample({ clock: closed, target: subjects.map((subject) => driverForms[subject].closed) })
  sample({ clock: backPressed, fn: () => ({}), target: left })
  return { opened, closed, backPressed }
}
