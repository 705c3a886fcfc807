import { driverDocumentGiven, driverDocumentLeft } from '@checkin/flow/publish/driver'
import { sample } from 'effector'
import { $isChecking, otherScreenOpened } from '../../forms/checking.ts'
import { createScreen, driverForms, type DriverForms } from '../../forms/driver-forms.ts'
import { createImageFields } from '../../images/image-field.model.ts'
import { createScan } from '../../scan/scan.model.ts'
import { perSubject } from '../../subject.ts'

export const { opened, closed, backPressed } = createScreen(driverDocumentLeft)

/** One driver's identity document (STATES S1.25, S2.13); images still being prepared are waited for. */
export function createDocument({ subject, document: form, opened: shown, $birthDate }: DriverForms) {
  const images = createImageFields(form, ['imageFront', 'imageBack'] as const, shown)
  const passed = sample({ clock: form.valid, source: images.$preparing, filter: (preparing) => preparing.size === 0, fn: () => true })
  sample({ clock: passed, source: $isChecking, filter: (checking) => !checking, fn: () => ({}), target: driverDocumentGiven })
  const scan = createScan(form, { opened: shown, $birthDate })
  return { subject, form, passed, images, scan }
}

export type DocumentModel = ReturnType<typeof createDocument>

export const documentModels = perSubject((subject) => createDocument(driverForms[subject]))
sample({ clock: opened, fn: () => undefined, target: otherScreenOpened })
