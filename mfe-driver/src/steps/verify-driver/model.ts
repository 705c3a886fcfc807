import type { ApiFailure, Driver } from '@checkin/api'
import { isRefused } from '@checkin/async/failures'
import { isSameDriver, type Identity } from '@checkin/driver-rules'
import { $config } from '@checkin/flow'
import { driverVerificationLeft, driverVerified, problemOccurred } from '@checkin/flow/publish/driver'
import type { FormValues } from '@checkin/forms'
import { formatMoney, translator } from '@checkin/i18n'
import { attach, combine, createEffect, sample } from 'effector'
import i18next from 'i18next'
import { findDriverFx as findDriver, validateAgeFx as validateAge } from '../../api.ts'
import { identityOf, identityTyped, lookupQuery, newDriver, withTyped } from '../../domain/driver-lookup.ts'
import type { VerifyField } from '../../domain/form-defaults.ts'
import { publishFailures } from '../../failures.ts'
import { birthDateShown } from '../../forms/birth-date-calendar.ts'
import { firstScreenOpened } from '../../forms/checking.ts'
import { createScreen, driverForms, type DriverForms } from '../../forms/driver-forms.ts'
import { $facts } from '../../forms/facts.ts'
import { photosModels } from '../../photos/photos.model.ts'
import { perSubject } from '../../subject.ts'

/** With `isBack=true` or without, nothing runs by itself (DRIVER-17). */
export const { opened, closed, backPressed } = createScreen(driverVerificationLeft)

/** 404 is a new driver and no error (DRIVER-12). */
const isNewDriver = ({ kind, answer }: ApiFailure): boolean => kind === 'http' && answer.status === 404
/** Refusals with a meaning of their own: the e-mail's 409 and the end of the session. All others mean "no such driver" (DRIVER-13, DEC-37). */
const isNoMatch = (failure: ApiFailure): boolean => isRefused(failure) && ![401, 404, 409].includes(failure.answer.status)

// The alert is known by one key and has another's text.
const describeNoMatchFx = createEffect(() => ({ key: 'ReservationNotFound', text: translator(i18next, 'common')('DriverNotFound') }))
sample({ clock: describeNoMatchFx.doneData, target: problemOccurred })

/** One driver's turn at the screen: Next checks the person, then the age, then asks who it is (STATES S1.15 to S1.19, S2.2 to S2.4). */
export function createVerification({ subject, verify: form, driverFound }: DriverForms) {
  const validateAgeFx = attach({
    source: $facts,
    effect: validateAge,
    mapParams: ({ birthDate }: FormValues<VerifyField>, { trip }) => ({ body: { reservation: trip?.reservation ?? '', birthDate } }),
  })
  const findDriverFx = attach({ effect: findDriver, mapParams: lookupQuery })
  const $isBusy = combine(validateAgeFx.pending, findDriverFx.pending, photosModels[subject].$isReading, (...pending) => pending.includes(true))
  const $main = driverForms.main.$onFile

  // DRIVER-15, DEC-36: said before anybody is asked, and again when the lookup knows who it is.
  const isMain = (main: Driver | null, other: Identity): boolean => subject === 'additional' && main !== null && isSameDriver(identityOf(main), other)
  const submitted = sample({
    clock: form.valid,
    source: { main: $main, busy: $isBusy },
    filter: ({ busy }) => !busy,
    fn: ({ main }, typed) => ({ typed, isSame: isMain(main, identityTyped(typed)) }),
  })
  sample({ clock: submitted, filter: ({ isSame }) => !isSame, fn: ({ typed }) => typed, target: validateAgeFx })

  // The fee is announced, and the flow goes on (DRIVER-09, ERR-28).
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
  const checked = sample({
    clock: found,
    source: $main,
    fn: (main, driver) => ({ driver, outcome: driver.undesirable ? 'undesirable' as const : isMain(main, identityOf(driver)) ? 'same' as const : 'goes' as const }),
  })
  sample({ clock: checked, filter: ({ outcome }) => outcome === 'undesirable', fn: () => ({ key: 'UndesirableDriverError' }), target: problemOccurred })
  const same = [checked.filterMap(({ outcome }) => (outcome === 'same' ? true : undefined)), submitted.filterMap(({ isSame }) => (isSame ? true : undefined))]
  sample({ clock: same, fn: () => ({ key: 'SameDriverError' }), target: problemOccurred })
  const good = checked.filterMap(({ driver, outcome }) => (outcome === 'goes' ? driver : undefined))
  sample({ clock: [good, built], target: driverFound })
  // After pictures the rest stands on one view, which asks for what they did not give (DEC-176).
  sample({
    clock: driverFound, source: { facts: $facts, hasPhotos: photosModels[subject].$hasPhotos },
    fn: ({ facts, hasPhotos }, { id }) => ({ isNew: id === 0, ...(facts.isScanFirst && hasPhotos && { toCheck: true }) }),
    target: driverVerified,
  })

  const names = ['email', 'birthDate'] as const
  publishFailures('validateAge', validateAgeFx.failData, { errorFound: form.errorFound, names })
  sample({ clock: findDriverFx.failData, filter: isNoMatch, fn: () => undefined, target: describeNoMatchFx })
  const otherFailure = sample({ clock: findDriverFx.failData, filter: (failure) => !isNewDriver(failure) && !isNoMatch(failure) })
  publishFailures('findDriver', otherFailure, { errorFound: form.errorFound, names })

  return { subject, form, $isBusy, validateAgeFx, findDriverFx }
}

/** The tenant lets the additional driver be invited (DEC-209). */
export const $canInvite = $config.map((config) => config?.driverInvitation === true)

export const verifications = perSubject((subject) => createVerification(driverForms[subject]))
sample({ clock: opened, target: [birthDateShown, firstScreenOpened] })
