import { driverDocumentGiven, driverDocumentLeft } from '@checkin/flow/publish/driver'
import { sample } from 'effector'
import { createScreen, driverForms, type DriverForms } from '../../forms/driver-forms.ts'
import { createImageFields } from '../../images/image-field.model.ts'
import { createScan } from '../../scan/scan.model.ts'
import { perSubject } from '../../subject.ts'

export const { opened, closed, backPressed } = createScreen(driverDocumentLeft)

/** One driver's identity document (STATES S1.25, S2.13); images still being prepared are waited for. */
export function createDocument({ subject, document: form, opened: shown, $birthDate }: DriverForms) {
  const images = createImageFields(form, ['imageFront', 'imageBack'] as const, shown)
  sample({ clock: form.valid, source: images.$preparing, filter: (preparing) => preparing.size === 0, fn: () => ({}), target: driverDocumentGiven })
  const scan = createScan(form, { opened: shown, $birthDate })
  return { subject, form, images, scan }
}

export const documentModels = perSubject((subject) => createDocument(driverForms[subject]))
