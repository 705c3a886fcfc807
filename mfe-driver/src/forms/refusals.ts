import type { ApiFailure } from '@checkin/api'
import { requirementMissed } from '@checkin/flow/publish/driver'
import type { FormErrors, FormModel } from '@checkin/forms'
import type { FieldErrorKind } from '@checkin/i18n'
import { createEvent, createStore, sample, type Event } from 'effector'
import { refusableForms, refusedFields, type RefusableForm, type RefusedFields } from '../domain/refused-fields.ts'
import type { DriverForms } from './driver-forms.ts'

export type EarlierForm = Exclude<RefusableForm, 'licence'>

/** A refused field of a screen before the licence's. */
export interface RefusedElsewhere {
  readonly form: EarlierForm
  readonly field: string
  readonly kind: FieldErrorKind
}

const earlierForms: readonly EarlierForm[] = ['details', 'contact', 'document']
const screens: Readonly<Record<EarlierForm, string>> = { details: 'driver-details', contact: 'driver-contact', document: 'driver-document' }

const none: RefusedFields = {}

/**
 * Shows what a save refused at the fields that it names (DEC-102). It stays there until the field is changed, also when its screen is opened
 * and filled anew. The licence's own screen stays (ERR-31) and lists the fields of other screens, each with the way there.
 */
export function showRefusals(forms: DriverForms, failed: Event<ApiFailure>) {
  const found = failed.map(refusedFields)
  const $refused = createStore(none).on(found, (_, refused) => refused).reset(forms.stored)

  const shownIn = <Name extends string>(name: RefusableForm, form: FormModel<Name>): void => {
    const mended = form.fieldChanged.map(({ field }) => field)
    $refused.on(mended, (refused, field) => {
      const { [field]: _mended, ...rest } = refused[name] ?? {}
      return refused[name]?.[field] === undefined ? refused : { ...refused, [name]: rest }
    })
    sample({
      clock: [found, form.filled], source: $refused, filter: (refused) => Object.keys(refused[name] ?? none).length > 0,
      fn: (refused) => refused[name] as FormErrors<Name>, target: form.errorsFound,
    })
  }
  for (const name of refusableForms) shownIn(name, forms[name] as FormModel)

  const $elsewhere = $refused.map((refused): readonly RefusedElsewhere[] => earlierForms.flatMap((form) =>
    Object.entries<FieldErrorKind>(refused[form] ?? {}).map(([field, kind]) => ({ form, field, kind }))))
  const openPressed = createEvent<EarlierForm>()
  sample({ clock: openPressed, fn: (form) => ({ code: 'DriverDataRefused', step: screens[form] }), target: requirementMissed })
  return { $elsewhere, openPressed }
}
