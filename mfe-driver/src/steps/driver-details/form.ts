import { checked, createForm, formSchema, text, type FieldSchema, type FormModel, type FormSchema } from '@checkin/forms'
import { combine, type Store } from 'effector'
import { birthDateRule } from '../../domain/birth-date-rule.ts'
import { isRequired, personSwitch } from '../../domain/field-switches.ts'
import { $facts, type Facts } from '../../entry/facts.ts'
import type { Subject } from '../../subject.ts'

export const detailsFields = ['name', 'surname', 'address', 'countryId', 'zipCode', 'city', 'taxNumber', 'birthDate', 'birthPlace'] as const
export type DetailsField = (typeof detailsFields)[number]

/** Characters of a zip code and of a tax number (CONST-05, CONST-06). */
export const zipCodeLength = 14
export const taxNumberLength = 15
export const addressLength = 100

/** The country that is chosen decides what is checked; it is part of the form itself, so it comes from beside it. */
export interface DetailsContext {
  readonly facts: Facts
  readonly countryId: string
}

export const countryOf = ({ countries }: Pick<Facts, 'countries'>, countryId: string) => countries.find(({ id }) => String(id) === countryId)

/** A country of the list by its number, at least 1 (DRIVER-22). */
const countryRule = (required: boolean): FieldSchema =>
  checked((chosen) => (chosen === '' ? (required ? 'Required' : null) : Number(chosen) >= 1 ? null : 'MinRequired'))

/** Fields that show; names always do unless a rule hides them (DRIVER-19, DRIVER-20). */
export const shownDetails = ({ rules }: Pick<Facts, 'rules'>): readonly DetailsField[] =>
  detailsFields.filter((field) => (field === 'name' || field === 'surname' ? rules?.[field]?.visible !== false : personSwitch(rules, field).visible))

/** DRIVER-20 to DRIVER-24, DRIVER-30: what shows is required by its rule; zip code and tax number also by the country (DEC-31). */
export function detailsRules({ facts, countryId }: DetailsContext): FormSchema {
  const country = countryOf(facts, countryId)
  const shown = new Set(shownDetails(facts))
  const needs = (field: DetailsField): boolean => isRequired(personSwitch(facts.rules, field))
  const rules: Readonly<Record<DetailsField, FieldSchema>> = {
    name: text({ required: needs('name') }),
    surname: text({ required: needs('surname') }),
    address: text({ required: needs('address'), maxLength: addressLength }),
    countryId: countryRule(needs('countryId')),
    zipCode: text({ required: needs('zipCode') || (country?.isValidatePostalCode ?? false), maxLength: zipCodeLength }),
    // Where the zip code decides, the place comes with the answer; Next looks again after it.
    city: text({ required: needs('city') && country?.isValidatePostalCode !== true }),
    taxNumber: text({ required: needs('taxNumber') || (country?.isValidateTaxNumber ?? false), maxLength: taxNumberLength }),
    birthDate: birthDateRule(needs('birthDate'), facts.trip?.ages ?? null),
    birthPlace: text({ required: needs('birthPlace') }),
  }
  return formSchema(Object.fromEntries(detailsFields.filter((field) => shown.has(field)).map((field) => [field, rules[field]])))
}

/** Where the driver lives and was born. The tax number is of the kind that no browser storage holds. */
export const createDetailsForm = (subject: Subject, $countryId: Store<string>): FormModel<DetailsField> =>
  createForm({
    name: `driver-details/${subject}`,
    fields: {
      name: { type: 'string', regexAllowed: 'textNumbers' },
      surname: { type: 'string', regexAllowed: 'textNumbers' },
      address: { type: 'string', maxLength: addressLength },
      countryId: { type: 'select' },
      zipCode: { type: 'string', maxLength: zipCodeLength },
      city: { type: 'string' },
      taxNumber: { type: 'string', maxLength: taxNumberLength, draft: false },
      birthDate: { type: 'date' },
      birthPlace: { type: 'string' },
    },
    context: combine({ facts: $facts, countryId: $countryId }),
    schema: detailsRules,
  })
