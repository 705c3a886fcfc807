import { createFormParts, formParts } from '../../invitation/parts.ts'
import { driverPost } from '../../domain/driver-post.ts'
import { refusedFields } from '../../domain/refused-fields.ts'
import { publishFailures } from '../../failures.ts'
import { $facts, factsToday } from '../../forms/facts.ts'
import type { FormModel } from '@checkin/forms'
import { combine, createEvent, createStore, merge, sample } from 'effector'
import { $email, opened, saveFx } from './model.ts'

/** The forms of an invited driver, in memory of this page alone: no draft has them. */
export const parts = createFormParts(opened.map(() => undefined))
export const submitted = createEvent()
/** The form shows. */
export const formShown = createEvent()

const { verify, details, contact, document, licence } = parts
sample({ clock: opened, fn: () => undefined, target: [verify.reset, details.reset, contact.reset, document.reset, licence.reset] })
// This model comes when the form does, after the address was typed.
sample({ clock: formShown, source: { email: $email, typed: verify.$values }, filter: ({ email, typed }) => email !== '' && typed.email === '', fn: ({ email }) => ({ email }), target: verify.filled })

const $isPreparing = combine(parts.documentImages.$preparing, parts.licenceImages.$preparing, (...each) => each.some(({ size }) => size > 0))
export const $isSaving = saveFx.pending
const begun = sample({ clock: submitted, source: combine($isSaving, $isPreparing, (...each) => each.includes(true)), filter: (busy) => !busy, fn: () => undefined })
// What the first part asks for is the later ones' too.
sample({ clock: begun, source: verify.$values, fn: ({ name, surname, birthDate }) => ({ name, surname, birthDate }), target: details.filled })
sample({ clock: begun, source: verify.$values, fn: ({ email }) => ({ email }), target: contact.filled })
sample({ clock: begun, source: verify.$values, fn: ({ driversLicense }) => ({ id: driversLicense }), target: licence.filled })
const passed = merge(formParts.map((part) => (parts[part] as FormModel).valid.map(() => part)))
const $passed = createStore<readonly string[]>([]).on(passed, (all, part) => [...all.filter((each) => each !== part), part]).reset(begun)
sample({ clock: begun, target: [verify.submitted, details.submitted, contact.submitted, document.submitted, licence.submitted] })
sample({
  clock: $passed.updates,
  source: { facts: $facts, verify: verify.$values, details: details.$values, contact: contact.$values, document: document.$values, licence: licence.$values },
  filter: (_, all) => all.length === formParts.length,
  fn: ({ facts, ...values }) => driverPost({ ...values, facts: factsToday(facts), id: 0, hasSecond: false, onFile: null }),
  target: saveFx,
})

const refused = saveFx.failData.map((failure) => refusedFields(failure))
for (const part of ['details', 'contact', 'document', 'licence'] as const) {
  sample({ clock: refused, filter: (fields) => fields[part] !== undefined, fn: (fields) => fields[part] ?? {}, target: (parts[part] as FormModel).errorsFound })
}
// Names, birth date, address and licence number stand on the first part.
sample({ clock: refused, filter: ({ contact: fields }) => fields?.['email'] !== undefined, fn: ({ contact: fields }) => ({ field: 'email' as const, kind: fields?.['email'] ?? 'Invalid' }), target: verify.errorFound })
const said = sample({ clock: saveFx.failData, filter: ({ code }) => code !== 'LinkUnknown' && code !== 'CodeRequired' })
publishFailures('saveDriver', said, { errorFound: verify.errorFound, names: ['birthDate', 'email'] as const })
