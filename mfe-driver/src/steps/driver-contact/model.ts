import { driverContactGiven, driverContactLeft } from '@checkin/flow/publish/driver'
import type { FormValues } from '@checkin/forms'
import type { StepVisit } from '@checkin/remote'
import { attach, createEvent, sample } from 'effector'
import { checkDriverEmailFx as checkDriverEmail } from '../../api.ts'
import { personSwitch } from '../../domain/field-switches.ts'
import { entries, type DriverEntry } from '../../entry/driver-entry.ts'
import { $facts } from '../../entry/facts.ts'
import { isTechnical, tellFailures } from '../../failures.ts'
import { createNumberHint } from './number-hint.ts'
import { perSubject, routed } from '../../subject.ts'
import type { ContactField } from './form.ts'

/** The shell says that the screen is shown, once per visit. */
export const opened = createEvent<StepVisit>()
export const closed = createEvent()
export const backPressed = createEvent()

/** One driver's contact; Next asks whether the e-mail is somebody else's (DRIVER-34, DEC-39). */
export function createContact({ subject, contact: form, $driverId }: DriverEntry) {
  const checkDriverEmailFx = attach({
    source: $driverId,
    effect: checkDriverEmail,
    mapParams: (email: string, driverId) => ({ query: { email, ...(driverId > 0 && { driverId }) } }),
  })
  const $isBusy = checkDriverEmailFx.pending
  const next = sample({
    clock: form.valid,
    source: { facts: $facts, busy: $isBusy },
    filter: ({ busy }) => !busy,
    fn: ({ facts }, { email }: FormValues<ContactField>) => (personSwitch(facts.rules, 'email').visible ? email.trim() : ''),
  })
  sample({ clock: next, filter: (email) => email !== '', target: checkDriverEmailFx })

  const inUse = checkDriverEmailFx.doneData.filterMap(({ data }) => (data.isValid ? undefined : true))
  sample({ clock: inUse, fn: () => ({ field: 'email' as const, kind: 'inUse' as const }), target: form.errorFound })
  // A check that cannot be made does not block: the save looks again (DEC-39).
  const unanswered = checkDriverEmailFx.failData.filterMap((failure) => (isTechnical(failure) ? true : undefined))
  tellFailures('checkDriverEmail', checkDriverEmailFx.failData.filterMap((failure) => (isTechnical(failure) ? undefined : failure)), { errorFound: form.errorFound, names: ['email'] as const })

  const free = checkDriverEmailFx.doneData.filterMap(({ data }) => (data.isValid ? true : undefined))
  const nothingToAsk = next.filterMap((email) => (email === '' ? true : undefined))
  sample({ clock: [free, unanswered, nothingToAsk], fn: () => ({}), target: driverContactGiven })
  return { subject, form, $isBusy, checkDriverEmailFx, $numberLooksOdd: createNumberHint(form) }
}

export const contactModels = perSubject((subject) => createContact(entries[subject]))

routed(opened.map(() => undefined), { main: entries.main.opened, additional: entries.additional.opened })
sample({ clock: backPressed, fn: () => ({}), target: driverContactLeft })
