import { documentChecks, problemsIn } from '@checkin/driver-rules'
import { $flags, $reservation, $session, reservationReloaded } from '@checkin/flow'
import { driverLicenceLeft, driverSaved, problemOccurred } from '@checkin/flow/publish/driver'
import { combine, createEvent, createStore, sample } from 'effector'
import { postAnalyticsFx, uploadProgressed } from '../../api.ts'
import { driverPost, type DriverToSave } from '../../domain/driver-post.ts'
import type { LicencesField } from '../../domain/form-defaults.ts'
import { publishFailures } from '../../failures.ts'
import { $isChecking, otherScreenOpened } from '../../forms/checking.ts'
import { createScreen, driverForms, type DriverForms } from '../../forms/driver-forms.ts'
import { $facts, factsToday } from '../../forms/facts.ts'
import { showRefusals } from '../../forms/refusals.ts'
import { createImageFields } from '../../images/image-field.model.ts'
import { bytesOf } from '../../images/prepare-image.ts'
import { perSubject } from '../../subject.ts'
import { createChanged } from './changed.ts'
import { createSave, reportsOfSave } from './save.ts'

export const { opened, closed, backPressed } = createScreen(driverLicenceLeft)

const imageNames = ['imageFront', 'imageBack', 'second.imageFront', 'second.imageBack'] as const satisfies readonly LicencesField[]

/** One driver's licence, and the save of all five screens (DRIVER-56, STATES S1.27 to S1.29, S2.15 to S2.18). */
export function createLicence(forms: DriverForms) {
  const { subject, licence: form, second, $hasSecond, document } = forms
  const images = createImageFields(form, imageNames, forms.opened)
  const addDriver = subject === 'additional'
  /** The box is the main driver's only (DRIVER-53). */
  const secondTicked = createEvent<boolean>()
  sample({ clock: secondTicked, filter: () => subject === 'main', fn: (ticked) => ({ field: 'second.enabled' as const, value: ticked ? 'yes' : '' }), target: second.fieldChanged })

  const { saveFx, $isSaving, overtaken } = createSave(form, forms.opened, subject)
  const $toSave = combine(
    { facts: $facts, id: forms.$driverId, verify: forms.verify.$values, details: forms.details.$values, contact: forms.contact.$values, document: document.$values, licence: form.$values, hasSecond: $hasSecond, onFile: forms.$driver },
    ({ facts, ...values }): DriverToSave => ({ ...values, facts: factsToday(facts) }),
  )
  const { $differences, takePressed } = createChanged(forms, overtaken, $toSave)
  // On the view that is checked the other parts pass first; then they say so by `saveWanted`.
  const saveWanted = createEvent()
  const alone = sample({ clock: form.valid, source: $isChecking, filter: (checking) => !checking, fn: () => undefined })
  const submitted = sample({
    clock: [alone, saveWanted],
    source: { toSave: $toSave, session: $session, loaded: $reservation, busy: $isSaving, preparing: images.$preparing },
    filter: ({ session, loaded, busy, preparing }) => session !== null && loaded !== null && !busy && preparing.size === 0,
    fn: ({ toSave, session, loaded }) => ({
      body: { reservation: loaded?.reservation.reservation ?? '', driver: driverPost(toSave), addDriver, sessionKey: session?.sessionKey ?? '' },
      // Numbers and images of documents survive no reload: what is missing is asked for again, not left out in silence.
      isDocumentThere: Object.keys(problemsIn(documentChecks(toSave.facts), toSave.document)).length === 0,
    }),
  })
  sample({ clock: submitted, filter: ({ isDocumentThere }) => isDocumentThere, fn: ({ body }) => ({ body }), target: saveFx })
  const incomplete = sample({ clock: submitted, filter: ({ isDocumentThere }) => !isDocumentThere, fn: () => undefined })
  sample({ clock: incomplete, fn: () => ({ key: 'Notice.documentAgain', state: 'info' as const }), target: problemOccurred })
  sample({ clock: incomplete, target: document.submitted })
  sample({ clock: incomplete, fn: () => ({}), target: driverLicenceLeft })

  publishFailures('saveDriver', saveFx.failData)
  const { $elsewhere, openPressed } = showRefusals(forms, saveFx.failData)
  // What the reports say is decided before the reservation is loaded anew (DRIVER-58, DEC-47).
  sample({
    clock: saveFx.done,
    source: { flags: $flags, session: $session },
    filter: ({ flags, session }) => session !== null && reportsOfSave(subject, flags).length > 0,
    fn: ({ flags, session }) => ({ body: { sessionKey: session?.sessionKey ?? '', analyticsData: [...reportsOfSave(subject, flags)] } }),
    target: postAnalyticsFx,
  })
  sample({ clock: saveFx.done, fn: () => ({ addDriver }), target: driverSaved })

  // The stored data are the truth once they are here again.
  const $isStored = createStore(false).on(saveFx.done, () => true)
  const reloaded = sample({ clock: reservationReloaded, source: $isStored, filter: (stored) => stored, fn: (_, { ok }) => ok })
  $isStored.reset(reloaded)
  sample({ clock: reloaded, filter: (ok) => ok, fn: () => undefined, target: forms.stored })

  const $upload = form.$values.map((values) => ({ count: imageNames.filter((name) => values[name] !== '').length, bytes: imageNames.reduce((sum, name) => sum + bytesOf(values[name]), 0) }))
  /** Percent of the save that has left the page; null while that is not known, as of a small one. 100 is all: the server works on it. */
  const $percentSent = createStore<number | null>(null)
    .on(uploadProgressed, (before, { name, sent, total }) => (name === 'saveDriver' && total > 0 ? Math.floor((sent / total) * 100) : before))
    .reset(saveFx, saveFx.finally)
  return { subject, form, images, saveWanted, $percentSent, secondTicked, $hasSecond, $isBusy: $isSaving, $upload, saveFx, $differences, takePressed, $elsewhere, openPressed }
}

export type LicenceModel = ReturnType<typeof createLicence>

export const licenceModels = perSubject((subject) => createLicence(driverForms[subject]))
sample({ clock: opened, fn: () => undefined, target: otherScreenOpened })
