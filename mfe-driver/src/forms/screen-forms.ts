import {
  birthDateCheck, contactChecks, detailsChecks, documentChecks, licenceChecks, licenceFields, maxLengths, mobileDigits, problemWith,
  type ContactField, type DetailsField, type DocumentField, type FieldCheck, type FieldChecks, type LicenceField,
} from '@checkin/driver-rules'
import { checked, createForm, email, formSchema, text, type FieldOptions, type FieldSchema, type FormModel, type FormSchema, type PlainDate } from '@checkin/forms'
import { combine, createStore, type Store } from 'effector'
import * as z from 'zod/mini'
import type { LicencesField, VerifyField } from '../domain/form-defaults.ts'
import type { Subject } from '../subject.ts'
import { $facts, factsToday, type Facts } from './facts.ts'

/** Whose form it is: a driver's of the reservation, or that of a page which knows no reservation (DEC-209). */
export type FormOwner = Subject | 'invited'

/** Characters of an address that can be typed; one on file may be longer. */
export const addressLength = 100

const schemaOf = (check: FieldCheck): FieldSchema => checked((value) => problemWith(check, value))
/** The rules of the fields that show. */
const schemasOf = (checks: Readonly<Record<string, FieldCheck>>): Readonly<Record<string, FieldSchema>> =>
  Object.fromEntries(Object.entries(checks).flatMap(([name, check]) => (check.visible ? [[name, schemaOf(check)]] : [])))

/** Who the driver is (DRIVER-02 to DRIVER-06). Names are typed for an additional driver only. */
export function createVerifyForm(subject: FormOwner): FormModel<VerifyField> {
  const required = subject !== 'main'
  return createForm({
    name: `verify-driver/${subject}`,
    fields: {
      name: { type: 'string', regexAllowed: 'textNumbers' },
      surname: { type: 'string', regexAllowed: 'textNumbers' },
      birthDate: { type: 'date' },
      email: { type: 'email' },
      driversLicense: { type: 'string', maxLength: maxLengths.licenceNumber, draft: false },
      driverId: { type: 'string' },
    },
    context: $facts,
    schema: (facts) => formSchema({
      name: text({ required }),
      surname: text({ required }),
      birthDate: schemaOf(birthDateCheck(facts)),
      email: email({ required: true }),
      driversLicense: text({ required: true, maxLength: maxLengths.licenceNumber }),
    }),
  })
}

/** Where the zip code decides, the place comes with the answer; Next looks again after it (DRIVER-25). */
function detailsSchema({ facts, countryId }: { readonly facts: Facts; readonly countryId: string }): FormSchema {
  const checks = detailsChecks(facts, countryId)
  const isCityFound = facts.countries.find(({ id }) => String(id) === countryId)?.isValidatePostalCode === true
  return formSchema(schemasOf(isCityFound ? { ...checks, city: { ...checks.city, required: false } } : checks))
}

/**
 * Where the driver lives and was born. The country that is chosen decides what is checked; it is part of the form itself, so it
 * comes from beside it. The tax number is of the kind that no browser storage holds.
 */
export const createDetailsForm = (subject: FormOwner, $countryId: Store<string>): FormModel<DetailsField> =>
  createForm({
    name: `driver-details/${subject}`,
    fields: {
      name: { type: 'string', regexAllowed: 'textNumbers' },
      surname: { type: 'string', regexAllowed: 'textNumbers' },
      address: { type: 'string', maxLength: addressLength },
      countryId: { type: 'select' },
      zipCode: { type: 'string', maxLength: maxLengths.zipCode },
      city: { type: 'string' },
      taxNumber: { type: 'string', maxLength: maxLengths.taxNumber, draft: false },
      birthDate: { type: 'date' },
      birthPlace: { type: 'string' },
    },
    context: combine({ facts: $facts, countryId: $countryId }),
    schema: detailsSchema,
  })

/** The prefix is judged beside the number that it belongs to. */
function contactSchema(facts: Pick<Facts, 'rules' | 'countries'>): FormSchema {
  const { mobilePrefix, ...checks } = contactChecks(facts, '')
  if (!mobilePrefix.visible) return formSchema(schemasOf(checks))
  return z.object({ ...schemasOf(checks), mobilePrefix: z.string() }).check(z.check((payload) => {
    const values = payload.value as Readonly<Record<ContactField, string>>
    const problem = problemWith(contactChecks(facts, values.mobile).mobilePrefix, values.mobilePrefix)
    if (problem !== null) payload.issues.push({ code: 'custom', message: problem, input: values.mobilePrefix, path: ['mobilePrefix'], continue: true })
  }))
}

/** How the driver is reached. */
export const createContactForm = (subject: FormOwner | 'invitee', $context: Store<Pick<Facts, 'rules' | 'countries'>> = $facts): FormModel<ContactField> =>
  createForm({
    name: `driver-contact/${subject}`,
    fields: {
      email: { type: 'email' },
      mobilePrefix: { type: 'select' },
      // Digits, not a number: what a phone number begins with counts.
      mobile: { type: 'string', regexAllowed: 'digits', maxLength: mobileDigits.max },
    },
    context: $context,
    schema: contactSchema,
  })

export const documentSchema = (facts: Facts): FormSchema => formSchema(schemasOf(documentChecks(facts)))

/** The identity document. Its number and images live in memory only (DEC-18). */
export const createDocumentForm = (subject: FormOwner): FormModel<DocumentField> =>
  createForm({
    name: `driver-document/${subject}`,
    fields: {
      idType: { type: 'select' },
      id: { type: 'string', regexAllowed: 'lettersDigits', maxLength: maxLengths.documentNumber, draft: false },
      issueDate: { type: 'date' },
      expiryDate: { type: 'date' },
      issuePlace: { type: 'string', maxLength: maxLengths.issuePlace },
      imageFront: { type: 'image' },
      imageBack: { type: 'image' },
    },
    context: $facts,
    schema: documentSchema,
  })

export const secondField = (field: LicenceField): `second.${LicenceField}` => `second.${field}`
const ofSecond = <Value>(fields: Readonly<Record<LicenceField, Value>>): Readonly<Record<`second.${LicenceField}`, Value>> =>
  Object.fromEntries(licenceFields.map((field) => [secondField(field), fields[field]])) as Readonly<Record<`second.${LicenceField}`, Value>>

const licenceOptions: Readonly<Record<LicenceField, FieldOptions>> = {
  id: { type: 'string', maxLength: maxLengths.licenceNumber, draft: false },
  issueDate: { type: 'date' },
  expiryDate: { type: 'date' },
  issuePlace: { type: 'string', maxLength: maxLengths.issuePlace },
  issueCountry: { type: 'select' },
  imageFront: { type: 'image' },
  imageBack: { type: 'image' },
}

interface LicenceContext {
  readonly facts: Facts
  /** The driver's own, `YYYY-MM-DD` or empty. */
  readonly birthDate: PlainDate
  readonly hasSecond: boolean
}

/** DRIVER-49 to DRIVER-54; errors of the second licence are found under `second`. */
function licenceSchema({ facts, birthDate, hasSecond }: LicenceContext): FormSchema {
  const checks = (which: 'first' | 'second'): FieldChecks<LicenceField> => licenceChecks(factsToday(facts), which, birthDate)
  return formSchema(schemasOf({ ...checks('first'), ...(hasSecond && ofSecond(checks('second'))) }))
}

/** One or two driving licences. Numbers and images live in memory only (DEC-18). */
export const createLicenceForm = (subject: FormOwner, { $birthDate, $hasSecond }: { readonly $birthDate: Store<PlainDate>; readonly $hasSecond: Store<boolean> }): FormModel<LicencesField> =>
  createForm({
    name: `driver-licence/${subject}`,
    fields: { ...licenceOptions, ...ofSecond(licenceOptions) },
    context: combine({ facts: $facts, birthDate: $birthDate, hasSecond: $hasSecond }),
    schema: licenceSchema,
  })

/** Whether there is a second licence: a form of its own, so that the answer is drafted like everything typed (DRIVER-53). */
export const createSecondForm = (subject: FormOwner): FormModel<'second.enabled'> =>
  createForm({
    name: `driver-licence/${subject}/second`,
    fields: { 'second.enabled': { type: 'string' } },
    context: createStore(null),
    schema: () => formSchema({ 'second.enabled': checked(() => null) }),
  })

/** Fields that pictures of documents give values for, as `form.field` (DEC-176). */
const readFields = {
  'verify.birthDate': { type: 'string' }, 'verify.driversLicense': { type: 'string', draft: false },
  'document.idType': { type: 'string' }, 'document.id': { type: 'string', draft: false }, 'document.expiryDate': { type: 'string' },
  'licence.issueDate': { type: 'string' }, 'licence.expiryDate': { type: 'string' }, 'licence.issueCountry': { type: 'string' },
} as const satisfies Readonly<Record<string, FieldOptions>>
export type ReadField = keyof typeof readFields

/** What pictures gave: a form of its own that nobody types into, so that it is drafted, comes back and ends as what is typed does (DEC-191). */
export const createReadsForm = (subject: FormOwner): FormModel<ReadField> =>
  createForm({ name: `driver-photos/${subject}`, fields: readFields, context: createStore(null), schema: () => formSchema({}) })
