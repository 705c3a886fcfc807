import type { Country } from '@checkin/api'
import type { FormErrors, FormValues } from '@checkin/forms'
import { isRequired, personSwitch, type Switches } from '../../domain/field-switches.ts'
import type { DetailsField } from './form.ts'

/** Values that a check has passed, as `country value`; empty when none. */
export interface Verdicts {
  readonly taxNumber: string
  readonly birthDate: string
}
/** What the tax number check is asked. */
export interface TaxQuery {
  readonly taxNumber: string
  readonly countryId: number
}
export const taxVerdict = ({ countryId, taxNumber }: TaxQuery): string => `${countryId} ${taxNumber}`
export const noVerdicts: Verdicts = { taxNumber: '', birthDate: '' }

export interface CheckSituation {
  readonly values: FormValues<DetailsField>
  readonly country: Country | null
  readonly verdicts: Verdicts
  /** Of the zip code: `open` when it has not been asked about, `not-needed` where nobody checks it. */
  readonly postal: 'open' | 'good' | 'bad' | 'not-needed'
  /** The birth date that the first screen has had checked. */
  readonly verifiedBirthDate: string
  readonly errors: FormErrors<DetailsField>
  readonly rules: Switches
}

/** What Next of driver-details does now. */
export type NextCheck =
  | { readonly check: 'zip-code' }
  | { readonly check: 'tax-number'; readonly taxNumber: string; readonly countryId: number }
  | { readonly check: 'birth-date'; readonly birthDate: string }
  /** The zip code could not be looked up, so the place has to be typed (DEC-32). */
  | { readonly check: 'city-missing' }
  /** A check found something: the renter mends it. */
  | { readonly check: 'refused' }
  | { readonly check: 'done' }

/** The first check whose answer is missing; pure (DRIVER-27 to DRIVER-30). */
export function nextCheck({ values, country, verdicts, postal, verifiedBirthDate, errors, rules }: CheckSituation): NextCheck {
  if (postal === 'open') return { check: 'zip-code' }
  if (postal === 'bad' || Object.keys(errors).length > 0) return { check: 'refused' }
  const city = personSwitch(rules, 'city')
  if (isRequired(city) && values.city.trim() === '') return { check: 'city-missing' }
  const taxNumber = values.taxNumber.trim()
  const asksTax = personSwitch(rules, 'taxNumber').visible && taxNumber !== '' && country?.isValidateTaxNumber === true
  if (asksTax && verdicts.taxNumber !== taxVerdict({ countryId: country.id, taxNumber })) return { check: 'tax-number', taxNumber, countryId: country.id }
  const { birthDate } = values
  const asksAge = personSwitch(rules, 'birthDate').visible && birthDate !== '' && birthDate !== verifiedBirthDate
  return asksAge && verdicts.birthDate !== birthDate ? { check: 'birth-date', birthDate } : { check: 'done' }
}
