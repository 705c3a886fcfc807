import { createEvent, createStore, sample, type Event } from 'effector'
import { createContactForm, createDetailsForm, createDocumentForm, createLicenceForm, createVerifyForm } from '../forms/screen-forms.ts'
import { createImageFields } from '../images/image-field.model.ts'

/** The parts of an invited driver's form, each with the fields and rules of the renter's own screen of it. */
export const formParts = ['verify', 'details', 'contact', 'document', 'licence'] as const

/** Forms of the invited driver, apart from those of the reservation's drivers: a tab that had a session before shows nothing of it. */
export function createFormParts(opened: Event<void>) {
  const verify = createVerifyForm('invited')
  const $countryId = createStore('', { name: 'invited/countryId' })
  const details = createDetailsForm('invited', $countryId)
  sample({ clock: details.$values, fn: ({ countryId }) => countryId, target: $countryId })
  const document = createDocumentForm('invited')
  const licence = createLicenceForm('invited', { $birthDate: verify.$values.map(({ birthDate }) => birthDate), $hasSecond: createStore(false) })
  const countryUnrecognised = createEvent()
  for (const field of ['countryId', 'zipCode', 'city'] as const) sample({ clock: countryUnrecognised, fn: () => ({ field, value: '' }), target: details.fieldChanged })
  return {
    verify, details, contact: createContactForm('invited'), document, licence, countryUnrecognised, $cityIsReadOnly: createStore(false), $numberLooksOdd: createStore(false),
    documentImages: createImageFields(document, ['imageFront', 'imageBack'] as const, opened), licenceImages: createImageFields(licence, ['imageFront', 'imageBack', 'second.imageFront', 'second.imageBack'] as const, opened),
  }
}
