import {
  addDays, addYears, checked, choice, createForm, formSchema, image, isEmptyDate, plainDate, text,
  type FieldOptions, type FieldSchema, type FormModel, type FormSchema, type PlainDate,
} from '@checkin/forms'
import { combine, createStore, type Store } from 'effector'
import { documentSwitch, imageSwitch, isRequired, type Switch } from '../../domain/field-switches.ts'
import { $facts, today, type Facts } from '../../entry/facts.ts'
import type { Subject } from '../../subject.ts'
import { issuePlaceLength } from '../driver-document/form.ts'
import { licenceLength } from '../verify-driver/form.ts'

export const licenceFields = ['id', 'issueDate', 'expiryDate', 'issuePlace', 'issueCountry', 'imageFront', 'imageBack'] as const
export type OneLicenceField = (typeof licenceFields)[number]
export type SecondField = `second.${OneLicenceField}`
export type LicenceField = OneLicenceField | SecondField

/** Years ahead that a licence may expire (CONST-14). */
export const yearsValid = 60

export interface LicenceContext {
  readonly facts: Facts
  /** The driver's own, `YYYY-MM-DD` or empty. */
  readonly birthDate: PlainDate
  readonly hasSecond: boolean
}

/** Which of the two licences: the second has rules of its own (DRIVER-54, DEC-89). */
export type Which = 'first' | 'second'

/** Which fields of a licence show and which must be filled (DRIVER-48, DRIVER-49, DRIVER-52). */
export function licenceSwitch({ rules, secondRules, upload }: Pick<Facts, 'rules' | 'secondRules' | 'upload'>, which: Which, field: OneLicenceField): Switch {
  const own = which === 'first' ? rules : secondRules
  return field === 'imageFront' || field === 'imageBack' ? imageSwitch(own, 'driverLicense', field, upload) : documentSwitch(own, 'driverLicense', field)
}

/** Whether the two images of a licence show; where one side is needed, both do (DEC-91). */
export const isImageShown = (facts: Pick<Facts, 'rules' | 'secondRules' | 'upload'>, which: Which): boolean =>
  (['imageFront', 'imageBack'] as const).some((field) => licenceSwitch(facts, which, field).visible)

/** Not before the driver was born, not after today (DRIVER-50). */
const issueRule = (required: boolean, birthDate: PlainDate, now: PlainDate): FieldSchema =>
  plainDate({ required, max: now, ...(isEmptyDate(birthDate) ? {} : { min: birthDate }) })

function oneLicence({ facts, birthDate }: LicenceContext, which: Which): Readonly<Record<string, FieldSchema>> {
  const switches = Object.fromEntries(licenceFields.map((field) => [field, licenceSwitch(facts, which, field)])) as Record<OneLicenceField, Switch>
  // Where one side is needed, both are (DEC-91).
  const bothSides = isRequired(switches.imageFront) || isRequired(switches.imageBack)
  const required = (field: OneLicenceField): boolean => isRequired(switches[field])
  const now = today(facts)
  const rules: Readonly<Record<OneLicenceField, FieldSchema>> = {
    id: text({ required: required('id'), maxLength: licenceLength }),
    issueDate: issueRule(required('issueDate'), birthDate, now),
    expiryDate: plainDate({ required: required('expiryDate'), ...(facts.trip && { min: addDays(facts.trip.dropOff, 1) }), max: addYears(now, yearsValid) }),
    issuePlace: text({ required: required('issuePlace'), maxLength: issuePlaceLength }),
    issueCountry: choice({ required: required('issueCountry'), ...(facts.countries.length > 0 && { of: facts.countries.map(({ id }) => String(id)) }) }),
    imageFront: image({ required: bothSides }),
    imageBack: image({ required: bothSides }),
  }
  const shown = licenceFields.filter((field) => (field === 'imageFront' || field === 'imageBack' ? isImageShown(facts, which) : switches[field].visible))
  return Object.fromEntries(shown.map((field) => [which === 'second' ? `second.${field}` : field, rules[field]]))
}

/** DRIVER-49 to DRIVER-54; errors of the second licence are found under `second`. */
export const licenceRules = (context: LicenceContext): FormSchema =>
  formSchema({ ...oneLicence(context, 'first'), ...(context.hasSecond ? oneLicence(context, 'second') : {}) })

const options: Readonly<Record<OneLicenceField, FieldOptions>> = {
  id: { type: 'string', maxLength: licenceLength, draft: false },
  issueDate: { type: 'date' },
  expiryDate: { type: 'date' },
  issuePlace: { type: 'string', maxLength: issuePlaceLength },
  issueCountry: { type: 'select' },
  imageFront: { type: 'image' },
  imageBack: { type: 'image' },
}
const secondOptions = Object.fromEntries(licenceFields.map((field) => [`second.${field}`, options[field]])) as Readonly<Record<SecondField, FieldOptions>>

/** One or two driving licences. Numbers and images live in memory only (DEC-18). */
export const createLicenceForm = (subject: Subject, { $birthDate, $hasSecond }: { readonly $birthDate: Store<PlainDate>; readonly $hasSecond: Store<boolean> }): FormModel<LicenceField> =>
  createForm({
    name: `driver-licence/${subject}`,
    fields: { ...options, ...secondOptions },
    context: combine({ facts: $facts, birthDate: $birthDate, hasSecond: $hasSecond }),
    schema: licenceRules,
  })

/** Whether there is a second licence: a form of its own, so that the answer is drafted like everything typed (DRIVER-53). */
export const createSecondForm = (subject: Subject): FormModel<'second.enabled'> =>
  createForm({
    name: `driver-licence/${subject}/second`,
    fields: { 'second.enabled': { type: 'string' } },
    context: createStore(null),
    schema: () => formSchema({ 'second.enabled': checked(() => null) }),
  })
