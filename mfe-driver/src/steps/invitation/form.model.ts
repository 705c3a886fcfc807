import type { ApiFailure } from '@checkin/api'
import { createAgeFee } from '../../invitation/age-fee.ts'
import { createFormParts, formParts } from '../../invitation/parts.ts'
import { driverPost } from '../../domain/driver-post.ts'
import { refusedFields } from '../../domain/refused-fields.ts'
import { publishFailures } from '../../failures.ts'
import { $facts, factsToday } from '../../forms/facts.ts'
import { deliverTo } from '../../hand-over/hand-over.model.ts'
import type { FormModel } from '@checkin/forms'
import { attach, combine, createEffect, createEvent, createStore, merge, sample } from 'effector'
import { $email, closed, invitedCalls, opened, saveFx } from './model.ts'

/** The forms of an invited driver, in memory of this page alone: no draft has them. */
const begins = createEvent()
sample({ clock: opened, fn: () => undefined, target: begins })
export const parts = createFormParts({ opened: begins, left: closed, calls: invitedCalls })
deliverTo('invited', { photos: parts.photos, document: parts.documentImages, licence: parts.licenceImages })
export const submitted = createEvent()
/** The form shows. */
export const formShown = createEvent()

const { verify, details, contact, document, licence } = parts
sample({ clock: opened, fn: () => undefined, target: [verify.reset, details.reset, contact.reset, document.reset, licence.reset, parts.reads.reset] })
const age = createAgeFee(verify, invitedCalls.validateAge, begins)
/** What the own age adds to the price of the rental; null for nothing (DEC-237). */
export const { $fee } = age
// This model comes when the form does, after the address was typed.
sample({ clock: formShown, source: { email: $email, typed: verify.$values }, filter: ({ email, typed }) => email !== '' && typed.email === '', fn: ({ email }) => ({ email }), target: verify.filled })

const $isPreparing = combine(parts.documentImages.$preparing, parts.licenceImages.$preparing, (...each) => each.some(({ size }) => size > 0))
const sendFx = attach({
  source: { facts: $facts, verify: verify.$values, details: details.$values, contact: contact.$values, document: document.$values, licence: licence.$values },
  mapParams: (_: void, { facts, ...values }) => driverPost({ ...values, facts: factsToday(facts), id: 0, hasSecond: false, onFile: null }),
  // A fee that was not shown yet is shown first: nobody learns of it afterwards.
  effect: createEffect(async (driver: Parameters<typeof saveFx>[0]): Promise<void> => { if (await age.wasShownFx(driver.birthDate ?? '')) await saveFx(driver) }),
})
export const $isSaving = combine(sendFx.pending, parts.check.$isBusy, (...each) => each.includes(true))
const begun = sample({ clock: submitted, source: combine($isSaving, $isPreparing, parts.photos.$isReading, (...each) => each.includes(true)), filter: (busy) => !busy, fn: () => undefined })
// What the first part asks for is the later ones' too.
sample({ clock: begun, source: verify.$values, fn: ({ name, surname, birthDate }) => ({ name, surname, birthDate }), target: details.filled })
sample({ clock: begun, source: verify.$values, fn: ({ email }) => ({ email }), target: contact.filled })
sample({ clock: begun, source: verify.$values, fn: ({ driversLicense }) => ({ id: driversLicense }), target: licence.filled })
const passed = merge(formParts.map((part) => (part === 'details' ? parts.check.passed : (parts[part] as FormModel).valid).map(() => part)))
const $passed = createStore<readonly string[]>([]).on(passed, (all, part) => [...all.filter((each) => each !== part), part]).reset(begun)
sample({ clock: begun, target: [verify.submitted, details.submitted, contact.submitted, document.submitted, licence.submitted] })
// What is typed after that was not looked at: it is pressed again. A place that comes with the answer about a zip code is nobody's change.
const changed = formParts.map((part) => sample({ clock: (parts[part] as FormModel).fieldChanged, filter: ({ field }) => field !== 'city' }))
$passed.reset(changed)
sample({ clock: $passed.updates, filter: (all) => all.length === formParts.length, fn: () => undefined, target: sendFx })

const refused = saveFx.failData.map((failure) => refusedFields(failure))
for (const part of ['details', 'contact', 'document', 'licence'] as const) {
  sample({ clock: refused, filter: (fields) => fields[part] !== undefined, fn: (fields) => fields[part] ?? {}, target: (parts[part] as FormModel).errorsFound })
}
// Names, birth date, address and licence number stand on the first part.
sample({ clock: refused, filter: ({ contact: fields }) => fields?.['email'] !== undefined, fn: ({ contact: fields }) => ({ field: 'email' as const, kind: fields?.['email'] ?? 'Invalid' }), target: verify.errorFound })
// The end of the link is said by the page.
const isOfForm = ({ code }: ApiFailure): boolean => code !== 'LinkUnknown' && code !== 'CodeRequired'
const shownAt = { errorFound: verify.errorFound, names: ['birthDate', 'email'] as const }
publishFailures('saveDriver', sample({ clock: saveFx.failData, filter: isOfForm }), shownAt)
publishFailures('validateAge', sample({ clock: age.failed, filter: isOfForm }), shownAt)
