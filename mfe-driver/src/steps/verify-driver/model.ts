import type { ApiFailure, Driver } from '@checkin/api'
import { $config } from '@checkin/flow'
import { driverVerificationLeft, driverVerified, problemOccurred } from '@checkin/flow/publish/driver'
import { formatMoney } from '@checkin/i18n'
import type { FormValues } from '@checkin/forms'
import type { StepVisit } from '@checkin/remote'
import { attach, combine, createEvent, sample } from 'effector'
import { findDriverFx as findDriver, validateAgeFx as validateAge } from '../../api.ts'
import { identityOf, identityTyped } from '../../domain/identity.ts'
import { newDriver, withTyped } from '../../domain/new-driver.ts'
import { isSameDriver } from '../../domain/same-driver.ts'
import { entries, type DriverEntry } from '../../entry/driver-entry.ts'
import { $facts } from '../../entry/facts.ts'
import { birthDateShown } from '../../entry/usual-age.ts'
import { tellFailures } from '../../failures.ts'
import { $subject, perSubject, routed } from '../../subject.ts'
import type { VerifyField } from './form.ts'
import { isNewDriver, tellLookupFailures } from './lookup-failures.ts'

/** The shell says that the screen is shown, once per visit; with `isBack=true` or without, nothing runs by itself (DRIVER-17). */
export const opened = createEvent<StepVisit>()
export const closed = createEvent()
export const backPressed = createEvent()

type Verified = FormValues<VerifyField>

/** The five parts of the lookup, and nothing else (DRIVER-10). */
const queryOf = ({ name, surname, birthDate, email, driversLicense }: Verified) =>
  ({ query: { name: name.trim(), surname: surname.trim(), birthDate, email: email.trim(), driversLicense: driversLicense.trim() } })

/** One driver's turn at the screen: Next checks the person, then the age, then asks who it is (STATES S1.15 to S1.19, S2.2 to S2.4). */
export function createVerification({ subject, verify: form, lookedUp }: DriverEntry) {
  const validateAgeFx = attach({
    source: $facts,
    effect: validateAge,
    mapParams: ({ birthDate }: Verified, { trip }) => ({ body: { reservation: trip?.reservation ?? '', birthDate } }),
  })
  const findDriverFx = attach({ effect: findDriver, mapParams: queryOf })
  const $isBusy = combine(validateAgeFx.pending, findDriverFx.pending, (...pending) => pending.includes(true))
  const $main = entries.main.$onFile

  // DRIVER-15, DEC-36: told before anybody is asked, and again when the lookup knows who it is.
  const isMain = (main: Driver | null, other: ReturnType<typeof identityTyped>): boolean => subject === 'additional' && main !== null && isSameDriver(identityOf(main), other)
  const submitted = sample({
    clock: form.valid,
    source: { main: $main, busy: $isBusy },
    filter: ({ busy }) => !busy,
    fn: ({ main }, typed) => ({ typed, isSame: isMain(main, identityTyped(typed)) }),
  })
  sample({ clock: submitted, filter: ({ isSame }) => !isSame, fn: ({ typed }) => typed, target: validateAgeFx })

  // The fee is told, and the flow goes on (DRIVER-09, ERR-28).
  sample({
    clock: validateAgeFx.doneData,
    source: $config,
    filter: (_, { data }) => data.fee !== null,
    fn: (config, { data: { fee } }) => ({
      key: fee?.type === 'senior' ? 'SeniorDriverFeeApplied' : 'YoungDriverFeeApplied',
      params: { amount: formatMoney(fee?.amount ?? 0, config?.currency ?? 'EUR') },
      state: 'info' as const,
    }),
    target: problemOccurred,
  })
  sample({ clock: validateAgeFx.done, fn: ({ params }) => params, target: findDriverFx })

  const found = findDriverFx.done.map(({ params, result }) => withTyped(result.data, params))
  const built = findDriverFx.fail.filterMap(({ params, error }) => (isNewDriver(error) ? newDriver(params) : undefined))
  const known = sample({
    clock: found,
    source: $main,
    fn: (main, driver) => ({ driver, outcome: driver.undesirable ? 'undesirable' as const : isMain(main, identityOf(driver)) ? 'same' as const : 'goes' as const }),
  })
  sample({ clock: known, filter: ({ outcome }) => outcome === 'undesirable', fn: () => ({ key: 'UndesirableDriverError' }), target: problemOccurred })
  const same = [known.filterMap(({ outcome }) => (outcome === 'same' ? true : undefined)), submitted.filterMap(({ isSame }) => (isSame ? true : undefined))]
  sample({ clock: same, fn: () => ({ key: 'SameDriverError' }), target: problemOccurred })
  const good = known.filterMap(({ driver, outcome }) => (outcome === 'goes' ? driver : undefined))
  sample({ clock: [good, built], target: lookedUp })
  sample({ clock: lookedUp, fn: ({ id }) => ({ isNew: id === 0 }), target: driverVerified })

  const names = ['email', 'birthDate'] as const
  tellFailures('validateAge', validateAgeFx.failData, { errorFound: form.errorFound, names })
  tellLookupFailures(findDriverFx.failData.filter({ fn: (failure: ApiFailure) => !isNewDriver(failure) }), form.errorFound)

  return { subject, form, $isBusy, validateAgeFx, findDriverFx }
}

export const verifications = perSubject((subject) => createVerification(entries[subject]))
export { $subject }

const shown = opened.map(() => undefined)
routed(shown, { main: entries.main.opened, additional: entries.additional.opened })

// Back (DRIVER-16, STATES S1.20, S2.5, S2.6)
sample({ clock: backPressed, fn: () => ({}), target: driverVerificationLeft })
sample({ clock: opened, target: birthDateShown })
