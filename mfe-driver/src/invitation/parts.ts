import { combine, createStore, sample, type Event, type EventCallable } from 'effector'
import type { DetailsCalls } from '../forms/details-calls.ts'
import { $facts } from '../forms/facts.ts'
import { rentalWanted } from '../forms/likely-countries.ts'
import { createContactForm, createDetailsForm, createDocumentForm, createLicenceForm, createReadsForm, createVerifyForm } from '../forms/screen-forms.ts'
import { createImageFields } from '../images/image-field.model.ts'
import { createPhotos } from '../photos/photos.model.ts'
import { createScan } from '../scan/scan.model.ts'
import { createDetailsCheck } from '../steps/driver-details/model.ts'

/** The parts of an invited driver's form, each with the fields and rules of the renter's own screen of it. */
export const formParts = ['verify', 'details', 'contact', 'document', 'licence'] as const

/** Forms of the invited driver, apart from those of the reservation's drivers: a tab that had a session before shows nothing of it. */
export function createFormParts({ opened, left, calls }: { readonly opened: EventCallable<void>; readonly left: Event<void>; readonly calls: DetailsCalls }) {
  sample({ clock: opened, target: rentalWanted })
  const verify = createVerifyForm('invited')
  const $countryId = createStore('', { name: 'invited/countryId' })
  const details = createDetailsForm('invited', $countryId)
  sample({ clock: details.$values, fn: ({ countryId }) => countryId, target: $countryId })
  const $country = combine($facts, $countryId, ({ countries }, countryId) => countries.find(({ id }) => String(id) === countryId) ?? null)
  const contact = createContactForm('invited')
  const document = createDocumentForm('invited')
  const $birthDate = verify.$values.map(({ birthDate }) => birthDate)
  const licence = createLicenceForm('invited', { $birthDate, $hasSecond: createStore(false) })
  const reads = createReadsForm('invited')
  const documentImages = createImageFields(document, ['imageFront', 'imageBack'] as const, opened)
  const licenceImages = createImageFields(licence, ['imageFront', 'imageBack', 'second.imageFront', 'second.imageBack'] as const, opened)
  return {
    verify, details, contact, document, licence, reads, documentImages, licenceImages, $numberLooksOdd: createStore(false),
    check: createDetailsCheck({ details, verify, $country, opened }, calls, left),
    scan: createScan(document, { opened, $birthDate }),
    photos: createPhotos('invited', { verify, document, licence, reads }, { document: documentImages, licence: licenceImages }),
  }
}
