import type { ApiFailure } from '@checkin/api'
import { problemOccurred } from '@checkin/flow/publish/driver'
import { translator } from '@checkin/i18n'
import { createEffect, sample, type Event } from 'effector'
import i18next from 'i18next'
import { isTechnical, tellFailures, type FieldErrors } from '../../failures.ts'
import type { VerifyField } from './form.ts'

/** 404 is a new driver and no error (DRIVER-12). */
export const isNewDriver = ({ kind, answer }: ApiFailure): boolean => kind === 'http' && answer.status === 404

/** Refusals that mean "no such driver": all but the e-mail's 409, the end of the session and what is nobody's refusal (DEC-37). */
const isNoMatch = (failure: ApiFailure): boolean => !isTechnical(failure) && failure.answer.status !== 409 && failure.answer.status !== 401

// The alert is known by one key and says another's words.
const sayNoMatchFx = createEffect(() => ({ key: 'ReservationNotFound', text: translator(i18next, 'common')('DriverNotFound') }))

/** Tells why a lookup did not lead on (DRIVER-11, DRIVER-13, ERR-05, ERR-09). */
export function tellLookupFailures(failed: Event<ApiFailure>, errorFound: FieldErrors<VerifyField>): void {
  sample({ clock: failed.filterMap((failure) => (isNoMatch(failure) ? true : undefined)), fn: () => undefined, target: sayNoMatchFx })
  tellFailures('findDriver', failed.filterMap((failure) => (isNoMatch(failure) ? undefined : failure)), { errorFound, names: ['email', 'birthDate'] as const })
}

sample({ clock: sayNoMatchFx.doneData, target: problemOccurred })
