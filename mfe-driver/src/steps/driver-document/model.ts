import { driverDocumentGiven, driverDocumentLeft } from '@checkin/flow/publish/driver'
import type { StepVisit } from '@checkin/remote'
import { createEvent, sample } from 'effector'
import { driverForms, openFormsWith, type DriverForms } from '../../forms/driver-forms.ts'
import { createImageFields } from '../../images/image-field.model.ts'
import { createScan } from '../../scan/scan.model.ts'
import { perSubject } from '../../subject.ts'

/** The screen is shown, once per visit. */
export const opened = createEvent<StepVisit>()
export const closed = createEvent()
export const backPressed = createEvent()

/** One driver's identity document (STATES S1.25, S2.13); images still being prepared are waited for. */
export function createDocument({ subject, document: form, opened: shown, $birthDate }: DriverForms) {
  const images = createImageFields(form, ['imageFront', 'imageBack'] as const, shown)
  sample({ clock: form.valid, source: images.$preparing, filter: (preparing) => preparing.size === 0, fn: () => ({}), target: driverDocumentGiven })
  const scan = createScan(form, { opened: shown, $birthDate })
  return { subject, form, images, scan }
}

export const documentModels = perSubject((subject) => createDocument(driverForms[subject]))

openFormsWith(opened)
sample({ clock: backPressed, fn: () => ({}), target: driverDocumentLeft })
