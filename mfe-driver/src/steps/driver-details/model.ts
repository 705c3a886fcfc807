import type { ApiFailure } from '@checkin/api'
import { driverDetailsGiven, driverDetailsLeft, driverVerificationReopened } from '@checkin/flow/publish/driver'
import type { StepVisit } from '@checkin/remote'
import { attach, combine, createEvent, createStore, sample } from 'effector'
import { checkTaxNumberFx as checkTaxNumber, validateAgeFx as validateAge } from '../../api.ts'
import { entries, type DriverEntry } from '../../entry/driver-entry.ts'
import { $facts } from '../../entry/facts.ts'
import { birthDateShown } from '../../entry/usual-age.ts'
import { isTechnical, tellEnd, tellFailures } from '../../failures.ts'
import { perSubject, routed } from '../../subject.ts'
import { nextCheck, noVerdicts, taxVerdict, type TaxQuery, type Verdicts } from './checks.ts'
import { countryOf } from './form.ts'
import { createPostalCheck } from './postal-check.ts'

/** The shell says that the screen is shown, once per visit. */
export const opened = createEvent<StepVisit>()
export const closed = createEvent()
export const backPressed = createEvent()
/** "Back to verify details", in the additional flow only (DRIVER-31). */
export const verifyDetailsPressed = createEvent()

/**
 * One driver's details. Next asks the server about the zip code, the tax number and a changed birth date, one after the other and
 * each only when its answer is not known yet; a check that cannot be made holds nobody up (DEC-32, DEC-39).
 */
export function createDetails({ subject, details: form, verify }: DriverEntry) {
  const countryUnrecognised = createEvent()
  const $country = combine($facts, form.$values, (facts, { countryId }) => countryOf(facts, countryId) ?? null)
  const postal = createPostalCheck(form, $country, { opened: entries[subject].opened, closed })

  const checkTaxNumberFx = attach({ effect: checkTaxNumber, mapParams: (query: TaxQuery) => ({ query }) })
  const validateAgeFx = attach({
    source: $facts,
    effect: validateAge,
    mapParams: (birthDate: string, { trip }) => ({ body: { reservation: trip?.reservation ?? '', birthDate } }),
  })

  /** Next was pressed and its checks are under way. */
  const $isChecking = createStore(false)
  const $verdicts = createStore<Verdicts>(noVerdicts)
  const asked = sample({ clock: form.valid, source: $isChecking, filter: (checking) => !checking, fn: () => undefined })
  const answered = createEvent()
  const next = sample({
    clock: [asked, answered],
    source: { values: form.$values, country: $country, verdicts: $verdicts, postal: postal.$verdict, verified: verify.$values, shown: form.$errors, facts: $facts },
    fn: ({ values, country, verdicts, postal: verdict, verified, shown, facts }) => nextCheck({ values, country, verdicts, postal: verdict, verifiedBirthDate: verified.birthDate, errors: shown, rules: facts.rules }),
  })
  sample({ clock: next, filter: ({ check }) => check === 'zip-code', fn: () => undefined, target: postal.checkNow })
  sample({
    clock: next.filterMap((step) => (step.check === 'tax-number' ? { taxNumber: step.taxNumber, countryId: step.countryId } : undefined)),
    target: checkTaxNumberFx,
  })
  sample({ clock: next.filterMap((step) => (step.check === 'birth-date' ? step.birthDate : undefined)), target: validateAgeFx })
  sample({ clock: next, filter: ({ check }) => check === 'done', fn: () => ({}), target: driverDetailsGiven })
  sample({ clock: next, filter: ({ check }) => check === 'city-missing', fn: () => ({ field: 'city' as const, kind: 'Required' as const }), target: form.errorFound })
  $isChecking.on(next, (_, { check }) => check === 'zip-code' || check === 'tax-number' || check === 'birth-date').on(postal.changed, () => false).reset(entries[subject].opened, closed)

  // A value that passed, or could not be asked about, is not asked about again.
  $verdicts
    .on(checkTaxNumberFx.done, (verdicts, { params: query }) => ({ ...verdicts, taxNumber: taxVerdict(query) }))
    .on(checkTaxNumberFx.fail, (verdicts, { params: query, error }) => (isTechnical(error) ? { ...verdicts, taxNumber: taxVerdict(query) } : verdicts))
    .on(validateAgeFx.done, (verdicts, { params }) => ({ ...verdicts, birthDate: params }))
    .reset(entries[subject].opened)
  const taxRefused = checkTaxNumberFx.failData.filterMap((failure: ApiFailure) => (isTechnical(failure) || failure.answer.status === 401 ? undefined : failure))
  // DRIVER-29: any refusal of the check says that the number is wrong.
  sample({ clock: taxRefused, fn: () => ({ field: 'taxNumber' as const, kind: 'invalid' as const }), target: form.errorFound })
  tellEnd('checkTaxNumber', checkTaxNumberFx.failData)
  tellFailures('validateAge', validateAgeFx.failData, { errorFound: form.errorFound, names: ['birthDate'] as const })
  $isChecking.on(validateAgeFx.fail, () => false)
  const passed = checkTaxNumberFx.failData.filterMap((failure: ApiFailure) => (isTechnical(failure) ? true : undefined))
  sample({ clock: [postal.settled, checkTaxNumberFx.done, passed, validateAgeFx.done], source: $isChecking, filter: (checking) => checking, fn: () => undefined, target: answered })
  $isChecking.on(checkTaxNumberFx.failData, (checking, failure) => checking && isTechnical(failure))

  // DRIVER-26: a text that names no country empties what belongs to the country.
  for (const field of ['countryId', 'zipCode', 'city'] as const) sample({ clock: countryUnrecognised, fn: () => ({ field, value: '' }), target: form.fieldChanged })

  return { subject, form, countryUnrecognised, $country, $isBusy: $isChecking, $cityIsReadOnly: postal.$cityIsReadOnly, checkTaxNumberFx, validateAgeFx, findPostalCodeFx: postal.findPostalCodeFx }
}

export const detailsModels = perSubject((subject) => createDetails(entries[subject]))

routed(opened.map(() => undefined), { main: entries.main.opened, additional: entries.additional.opened })
sample({ clock: backPressed, fn: () => ({}), target: driverDetailsLeft })
sample({ clock: verifyDetailsPressed, fn: () => ({}), target: driverVerificationReopened })
sample({ clock: opened, target: birthDateShown })
