import type { ApiFailure } from '@checkin/api'
import { isRefused } from '@checkin/async/failures'
import { detailsChecks, type DetailsField } from '@checkin/driver-rules'
import { driverDetailsGiven, driverDetailsLeft, driverVerificationReopened } from '@checkin/flow/publish/driver'
import type { FormValues } from '@checkin/forms'
import type { FieldErrorKind } from '@checkin/i18n'
import { attach, combine, createEvent, createStore, sample, type Event } from 'effector'
import { checkTaxNumberFx as checkTaxNumber, findPostalCodeFx as findPostalCode, validateAgeFx as validateAge } from '../../api.ts'
import { publishEnd, publishFailures } from '../../failures.ts'
import { birthDateShown } from '../../forms/birth-date-calendar.ts'
import { $isChecking, otherScreenOpened } from '../../forms/checking.ts'
import type { DetailsCalls, PostalQuery, TaxQuery } from '../../forms/details-calls.ts'
import { createScreen, driverForms, type DriverForms } from '../../forms/driver-forms.ts'
import { $facts } from '../../forms/facts.ts'
import { perSubject } from '../../subject.ts'
import { createPostalCheck, isAnswerTo } from './postal-check.ts'

export const { opened, closed, backPressed } = createScreen(driverDetailsLeft)
/** "Back to verify details", in the additional flow only (DRIVER-31). */
export const verifyDetailsPressed = createEvent()

/** What the checks of Next came to: all passed, a field that is wrong, or a failure that is published already. */
type Result = 'passed' | 'failed' | { readonly field: DetailsField; readonly kind: FieldErrorKind }

const keyOf = ({ countryId, taxNumber }: TaxQuery): string => `${countryId} ${taxNumber}`
const endedSession = 401

/**
 * The checks of one driver's details. Next asks the server about the zip code, the tax number and a changed birth date, one after the other and
 * each only when it has no answer yet; a check that cannot be made holds nobody up (DEC-32, DEC-39).
 */
export function createDetailsCheck(forms: Pick<DriverForms, 'details' | 'verify' | '$country' | 'opened'>, calls: DetailsCalls, left: Event<void>) {
  const { details: form, verify, $country } = forms
  const countryUnrecognised = createEvent()
  const postal = createPostalCheck(forms, calls.findPostalCode, left)

  const checkTaxNumberFx = attach({ effect: calls.checkTaxNumber })
  const validateAgeFx = attach({ effect: calls.validateAge })
  // A value that passed, or could not be asked about, is not asked about again.
  const $passedTaxNumber = createStore('')
    .on(checkTaxNumberFx.done, (_, { params }) => keyOf(params))
    .on(checkTaxNumberFx.fail, (passed, { params, error }) => (isRefused(error) ? passed : keyOf(params)))
    .reset(forms.opened)
  const $passedBirthDate = createStore('').on(validateAgeFx.done, (_, { params }) => params).reset(forms.opened)
  publishEnd('checkTaxNumber', checkTaxNumberFx.failData)
  publishFailures('validateAge', validateAgeFx.failData, { errorFound: form.errorFound, names: ['birthDate'] as const })

  /** The checks of Next in their order (DRIVER-27 to DRIVER-30). */
  const checkFx = attach({
    source: { facts: $facts, country: $country, query: postal.$query, answer: postal.$answer, passedTaxNumber: $passedTaxNumber, passedBirthDate: $passedBirthDate, verified: verify.$values },
    effect: async ({ facts, country, query, answer, passedTaxNumber, passedBirthDate, verified }, values: FormValues<DetailsField>): Promise<Result> => {
      const checks = detailsChecks(facts, values.countryId)
      const place = query && (isAnswerTo(answer, query) ? answer : await postal.lookUpFx(query))
      if (place?.outcome === 'none') return { field: 'zipCode', kind: 'invalid' }
      // The zip code could not be looked up, so the place has to be typed (DEC-32).
      const city = place?.outcome === 'found' ? place.city : values.city
      if (checks.city.required && city.trim() === '') return { field: 'city', kind: 'Required' }

      const taxNumber = values.taxNumber.trim()
      const tax = country?.isValidateTaxNumber && checks.taxNumber.visible && taxNumber !== '' ? { taxNumber, countryId: country.id } : null
      try {
        if (tax && keyOf(tax) !== passedTaxNumber) await checkTaxNumberFx(tax)
      } catch (failure) {
        const refused = failure as ApiFailure
        // DRIVER-29: any refusal of the check means that the number is wrong.
        if (isRefused(refused)) return refused.answer.status === endedSession ? 'failed' : { field: 'taxNumber', kind: 'invalid' }
      }

      const { birthDate } = values
      const isAgeKnown = !checks.birthDate.visible || ['', verified.birthDate, passedBirthDate].includes(birthDate)
      return isAgeKnown ? 'passed' : validateAgeFx(birthDate).then(() => 'passed', () => 'failed')
    },
  })

  /** Values under check; none when another zip code or another screen has made the check pointless. */
  const $checked = createStore<FormValues<DetailsField> | null>(null).on(checkFx, (_, values) => values).reset(postal.changed, forms.opened, left)
  const $isBusy = combine($checked, checkFx.inFlight, (checked, inFlight) => checked !== null && inFlight > 0)
  sample({ clock: form.valid, source: $isBusy, filter: (busy) => !busy, fn: (_, values) => values, target: checkFx })
  const result = sample({ clock: checkFx.done, source: $checked, filter: (checked, { params }) => checked === params, fn: (_, done) => done.result })
  sample({ clock: result.filterMap((found) => (typeof found === 'object' ? found : undefined)), target: form.errorFound })
  const passed = result.filterMap((found) => (found === 'passed' ? true : undefined))

  // DRIVER-26: a text that matches no country empties what belongs to the country (DEC-103).
  for (const field of ['countryId', 'zipCode', 'city'] as const) sample({ clock: countryUnrecognised, fn: () => ({ field, value: '' }), target: form.fieldChanged })

  return { form, passed, countryUnrecognised, $isBusy, $cityIsReadOnly: postal.$cityIsReadOnly }
}

const ofSession: DetailsCalls = {
  findPostalCode: attach({ effect: findPostalCode, mapParams: (query: PostalQuery) => ({ query }) }),
  checkTaxNumber: attach({ effect: checkTaxNumber, mapParams: (query: TaxQuery) => ({ query }) }),
  validateAge: attach({ source: $facts, effect: validateAge, mapParams: (birthDate: string, { trip }) => ({ body: { reservation: trip?.reservation ?? '', birthDate } }) }),
}

/** One driver's details, on a screen of their own or on the view that is checked. */
export function createDetails(forms: DriverForms) {
  const details = createDetailsCheck(forms, ofSession, closed)
  sample({ clock: details.passed, source: $isChecking, filter: (checking) => !checking, fn: () => ({}), target: driverDetailsGiven })
  return { subject: forms.subject, ...details }
}

export type DetailsModel = ReturnType<typeof createDetails>

export const detailsModels = perSubject((subject) => createDetails(driverForms[subject]))
sample({ clock: verifyDetailsPressed, fn: () => ({}), target: driverVerificationReopened })
sample({ clock: opened, target: birthDateShown })
sample({ clock: opened, fn: () => undefined, target: otherScreenOpened })
