import { isRefused } from '@checkin/async/failures'
import { contactChecks, type ContactField } from '@checkin/driver-rules'
import { driverContactGiven, driverContactLeft } from '@checkin/flow/publish/driver'
import type { FormValues } from '@checkin/forms'
import { attach, merge, sample } from 'effector'
import { checkDriverEmailFx as checkDriverEmail } from '../../api.ts'
import { isPossibleLength } from '../../domain/number-lengths.ts'
import { publishFailures } from '../../failures.ts'
import { $isChecking, otherScreenOpened } from '../../forms/checking.ts'
import { createScreen, driverForms, type DriverForms } from '../../forms/driver-forms.ts'
import { $facts } from '../../forms/facts.ts'
import { perSubject } from '../../subject.ts'

export const { opened, closed, backPressed } = createScreen(driverContactLeft)

const enoughDigits = 4

/** A hint about a number of so many digits as no number behind its prefix has: the rule stays 6 to 12 digits (DRIVER-36), so it never stops anybody. */
export const looksOdd = ({ mobilePrefix, mobile }: FormValues<ContactField>): boolean =>
  mobilePrefix !== '' && mobile.length >= enoughDigits && !isPossibleLength(mobilePrefix, mobile)

/** One driver's contact; Next asks whether the e-mail is somebody else's (DRIVER-34, DEC-39). */
export function createContact({ subject, contact: form, $driverId }: DriverForms) {
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
    fn: ({ facts }, { email }: FormValues<ContactField>) => (contactChecks(facts, '').email.visible ? email.trim() : ''),
  })
  sample({ clock: next, filter: (email) => email !== '', target: checkDriverEmailFx })

  const inUse = checkDriverEmailFx.doneData.filterMap(({ data }) => (data.isValid ? undefined : true))
  sample({ clock: inUse, fn: () => ({ field: 'email' as const, kind: 'inUse' as const }), target: form.errorFound })
  // A check that cannot be made does not block: the save looks again (DEC-39).
  const unanswered = checkDriverEmailFx.failData.filterMap((failure) => (isRefused(failure) ? undefined : true))
  publishFailures('checkDriverEmail', sample({ clock: checkDriverEmailFx.failData, filter: isRefused }), { errorFound: form.errorFound, names: ['email'] as const })

  const free = checkDriverEmailFx.doneData.filterMap(({ data }) => (data.isValid ? true : undefined))
  const nothingToAsk = next.filterMap((email) => (email === '' ? true : undefined))
  const passed = merge([free, unanswered, nothingToAsk])
  sample({ clock: passed, source: $isChecking, filter: (checking) => !checking, fn: () => ({}), target: driverContactGiven })
  return { subject, form, passed, $isBusy, checkDriverEmailFx, $numberLooksOdd: form.$values.map(looksOdd) }
}

export type ContactModel = ReturnType<typeof createContact>

export const contactModels = perSubject((subject) => createContact(driverForms[subject]))
sample({ clock: opened, fn: () => undefined, target: otherScreenOpened })
