import { contactChecks, detailsChecks, documentChecks, licenceChecks, type FieldChecks } from '@checkin/driver-rules'
import { driverVerificationReopened } from '@checkin/flow/publish/driver'
import type { FormModel, FormValues } from '@checkin/forms'
import { combine, createEvent, createStore, merge, sample, type Store } from 'effector'
import { noteOf, type FieldRead } from '../domain/values-read.ts'
import { $isChecking } from '../forms/checking.ts'
import { driverForms, type DriverForms } from '../forms/driver-forms.ts'
import { $facts, factsToday, type Facts } from '../forms/facts.ts'
import { secondField } from '../forms/screen-forms.ts'
import type { NamedField } from '../forms/shown-values.ts'
import { photosModels } from '../photos/photos.model.ts'
import { contactModels } from '../steps/driver-contact/model.ts'
import { detailsModels } from '../steps/driver-details/model.ts'
import { documentModels } from '../steps/driver-document/model.ts'
import { licenceModels } from '../steps/driver-document-license/model.ts'
import { perSubject } from '../subject.ts'

/** The parts of the view, each the form of a screen of its own. */
export const parts = ['details', 'contact', 'document', 'licence'] as const
export type Part = (typeof parts)[number]

/** A field of a part as the view shows it. */
export interface CheckedField {
  readonly form: Part
  readonly field: string
  readonly value: string
  /** It is to be typed here: it is missing, refused, or the renter wants to change it. */
  readonly isAsked: boolean
  /** What is to be said of a value that a picture gave. */
  readonly note: 'check' | 'differs' | null
  /** What the picture gave. */
  readonly read: string
}

const keyOf = ({ form, field }: Pick<NamedField, 'form' | 'field'>): string => `${form}.${field}`
/** Values of the first screen, which the later forms start from. */
const readAs: Readonly<Record<string, string>> = { 'details.birthDate': 'verify.birthDate', 'licence.id': 'verify.driversLicense' }

type Values = Readonly<Record<Part, FormValues>>
type Checks = Readonly<Record<Part, FieldChecks<string>>>

function checksOf(facts: Facts, { details, contact }: Values, hasSecond: boolean): Checks {
  const now = factsToday(facts)
  const second = hasSecond ? Object.fromEntries(Object.entries(licenceChecks(now, 'second', '')).map(([field, check]) => [secondField(field as 'id'), check])) : {}
  return {
    details: detailsChecks(facts, details['countryId'] ?? ''), contact: contactChecks(facts, contact['mobile'] ?? ''),
    document: documentChecks(facts), licence: { ...licenceChecks(now, 'first', ''), ...second },
  }
}

/**
 * All of a driver on one view: what was read, is on file or was typed, each with a way to change it, and the fields of what is missing. The forms,
 * checks and the save are those of the screens (DEC-176): Submit lets every part pass as Next of its screen does, and then saves once.
 */
export function createCheck(forms: DriverForms) {
  const { subject } = forms
  const licence = licenceModels[subject]
  const details = detailsModels[subject]
  const contact = contactModels[subject]
  const document = documentModels[subject]
  const submitted = createEvent()
  const changePressed = createEvent<NamedField>()
  /** Back to the pictures, and to what the driver was found by. */
  const backPressed = createEvent()
  sample({ clock: backPressed, fn: () => ({}), target: driverVerificationReopened })

  const $isPreparing = combine(document.images.$preparing, licence.images.$preparing, (...each) => each.some(({ size }) => size > 0))
  const $isBusy = combine(details.$isBusy, contact.$isBusy, licence.$isBusy, $isPreparing, (...each) => each.includes(true))
  const begun = sample({ clock: submitted, source: $isBusy, filter: (busy) => !busy, fn: () => undefined })
  const passed = merge(([['details', details.passed], ['contact', contact.passed], ['document', document.passed], ['licence', licence.form.valid]] as const).map(([part, event]) => event.map(() => part)))
  const $passed = createStore<readonly Part[]>([]).on(passed, (all, part) => [...all.filter((each) => each !== part), part]).reset(begun)
  // All at once, so that everything that is wrong is said at once.
  sample({ clock: begun, target: [details.form.submitted, contact.form.submitted, document.form.submitted, licence.form.submitted] })
  sample({ clock: $passed.updates, source: $isChecking, filter: (checking, all) => checking && parts.every((part) => all.includes(part)), fn: () => undefined, target: licence.saveWanted })

  const each = { details: forms.details as FormModel, contact: forms.contact as FormModel, document: forms.document as FormModel, licence: forms.licence as FormModel }
  const changed = merge(parts.map((form) => sample({
    clock: each[form].fieldChanged,
    source: { checking: $isChecking, isCityFound: details.$cityIsReadOnly },
    // A place that comes with the answer about a zip code is nobody's change.
    filter: ({ checking, isCityFound }, { field }) => checking && !(isCityFound && field === 'city'),
    fn: (_, { field }) => ({ form, field }),
  })))
  // What is typed after Submit was not looked at: it is pressed again.
  $passed.reset(changed)
  /** What is typed here stays a field until the view is left. */
  const $open = createStore<ReadonlySet<string>>(new Set()).on([changed, changePressed], (open, named) => (open.has(keyOf(named)) ? open : new Set([...open, keyOf(named)]))).reset(forms.opened, forms.stored)

  const $values = combine({ details: forms.details.$values, contact: forms.contact.$values, document: forms.document.$values, licence: forms.licence.$values }) as Store<Values>
  const $errors = combine({ details: forms.details.$errors, contact: forms.contact.$errors, document: forms.document.$errors, licence: forms.licence.$errors })
  const $fields = combine(
    { facts: $facts, values: $values, errors: $errors, open: $open, hasSecond: forms.$hasSecond, reads: photosModels[subject].$reads },
    ({ facts, values, errors, open, hasSecond, reads }): readonly CheckedField[] => {
      const checks = checksOf(facts, values, hasSecond)
      const asks = (form: Part, field: string, required: boolean): boolean =>
        open.has(keyOf({ form, field })) || (errors[form] as Readonly<Record<string, unknown>>)[field] !== undefined || (required && values[form][field] === '')
      return parts.flatMap((form) => Object.entries(checks[form]).filter(([, { visible }]) => visible).map(([field, { required }]) => {
        const key = keyOf({ form, field })
        const value = values[form][field] ?? ''
        const read: FieldRead | undefined = reads[readAs[key] ?? key]
        // A prefix is of no use without its number.
        const isAsked = asks(form, field, required) || (field === 'mobilePrefix' && asks(form, 'mobile', checks.contact['mobile']?.required ?? false))
        return { form, field, value, isAsked, note: noteOf(read, value), read: read?.value ?? '' }
      }))
    },
  )
  return { subject, submitted, changePressed, backPressed, $fields, $isBusy, details, contact, document, licence }
}
export type CheckModel = ReturnType<typeof createCheck>

export const checkModels = perSubject((subject) => createCheck(driverForms[subject]))
