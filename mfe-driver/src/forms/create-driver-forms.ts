import type { Driver } from '@checkin/api'
import { digitsOf, prefixesOf } from '@checkin/driver-rules'
import { $reservation, sessionCleared } from '@checkin/flow'
import { combine, createEvent, createStore, merge, sample } from 'effector'
import { contactDefaults, detailsDefaults, documentDefaults, licenceDefaults, verifyDefaults } from '../domain/form-defaults.ts'
import type { Subject } from '../subject.ts'
import { $owner, createDrafts } from './drafts.ts'
import { $facts } from './facts.ts'
import { rentalWanted } from './likely-countries.ts'
import { createContactForm, createDetailsForm, createDocumentForm, createLicenceForm, createReadsForm, createSecondForm, createVerifyForm } from './screen-forms.ts'

const newDriver = '0'

/**
 * The forms of one driver, over the five screens. Saved once, at the end (DEC-38); until then the values live here and,
 * as far as storage may hold them, in drafts. Whichever screen opens first after a reload, all forms come back.
 */
export function createDriverForms(subject: Subject) {
  /** Any screen of this driver shows. */
  const opened = createEvent({ name: `${subject}/formsOpened` })
  /** A screen of a driver is left. */
  const closed = createEvent({ name: `${subject}/formsClosed` })
  /** The lookup answered, or built a new driver (DRIVER-10, DRIVER-12). */
  const driverFound = createEvent<Driver>({ name: `${subject}/driverFound` })
  /** Everything is stored on the server: the next visit starts from there. */
  const stored = createEvent({ name: `${subject}/formsStored` })
  sample({ clock: opened, target: rentalWanted })

  const $onFile = $reservation.map((loaded) => (subject === 'main' ? loaded?.driver : loaded?.addDriver) ?? null)
  const $customer = $reservation.map((loaded) => (subject === 'main' ? loaded?.reservation.customer ?? null : null))
  const $found = createStore<Driver | null>(null, { name: `${subject}/found` }).on(driverFound, (_, driver) => driver).reset(stored, sessionCleared)

  const verify = createVerifyForm(subject)
  const $foundId = verify.$values.map(({ driverId }) => driverId)
  /** The driver that the later screens start from: as looked up, else as on file when the lookup did not find somebody else. */
  const $driver = combine($found, $onFile, $foundId, (found, onFile, foundId) => found ?? (foundId === '' || foundId === String(onFile?.id) ? onFile : null))
  /** 0 is a new driver. */
  const $driverId = combine($driver, $foundId, (driver, foundId) => driver?.id ?? Number(foundId === '' ? newDriver : foundId))

  // A rule of the details depends on one of their own values.
  const $countryId = createStore('', { name: `${subject}/countryId` })
  const details = createDetailsForm(subject, $countryId)
  sample({ clock: details.$values, fn: ({ countryId }) => countryId, target: $countryId })
  const $country = combine($facts, $countryId, ({ countries }, countryId) => countries.find(({ id }) => String(id) === countryId) ?? null)
  const contact = createContactForm(subject)
  const document = createDocumentForm(subject)
  const second = createSecondForm(subject)
  const $hasSecond = second.$values.map((values) => subject === 'main' && values['second.enabled'] !== '')
  const $birthDate = combine(details.$values, verify.$values, (typed, verified) => (typed.birthDate === '' ? verified.birthDate : typed.birthDate))
  const licence = createLicenceForm(subject, { $birthDate, $hasSecond })

  const drafts = createDrafts(opened)
  drafts.keep(verify, drafts.ready, combine($onFile, $customer, verifyDefaults))
  // The later screens start from what the first one holds, its draft included; their own drafts come last.
  const verified = verify.filled.map(() => undefined)
  drafts.keep(details, verified, combine($driver, verify.$values, detailsDefaults))
  drafts.keep(contact, verified, combine($driver, verify.$values, $facts, $country, (driver, typed, { countries }, country) =>
    contactDefaults(driver, typed, prefixesOf(countries), digitsOf(country?.phoneCode ?? ''))))
  drafts.keep(document, verified, $driver.map((driver) => documentDefaults(driver?.document ?? null)))
  drafts.keep(licence, verified, combine($driver, verify.$values, licenceDefaults))
  drafts.keep(second, verified, $driver.map((driver) => ({ 'second.enabled': driver?.secondDriverLicense?.id ? 'yes' : '' })))

  const reads = createReadsForm(subject)
  drafts.keep(reads, drafts.ready, createStore({}))

  const another = sample({ clock: driverFound, source: $foundId, filter: (before, { id }) => before !== '' && before !== String(id), fn: () => undefined })
  const later = [details.reset, contact.reset, document.reset, licence.reset, second.reset]
  sample({ clock: another, target: later })
  drafts.forget(merge([another, stored]), verify.name)
  // By way of typing, so that the draft has it.
  sample({ clock: driverFound, fn: ({ id }) => ({ field: 'driverId' as const, value: String(id) }), target: verify.fieldChanged })
  // Another reservation in the same tab begins with nothing of the one before.
  const owned = sample({ clock: [opened, $owner], source: $owner, filter: (owner) => owner !== '' })
  const $owners = createStore({ before: '', now: '' }).on(owned, ({ now: before }, now) => ({ before, now }))
  const ownerChanged = $owners.updates.filterMap(({ before, now }) => (before !== '' && before !== now ? true : undefined))
  // The screen that was saved stays as it is until the next one is there: emptied fields would be seen, and move what stands below (DEC-257).
  const $isStored = createStore(false, { name: `${subject}/isStored` }).on(stored, () => true)
  const storedLeft = sample({ clock: closed, source: $isStored, filter: (isStored) => isStored, fn: () => undefined })
  const cleared = sample({ clock: [storedLeft, sessionCleared, ownerChanged], fn: () => undefined })
  $isStored.reset(cleared)
  sample({ clock: cleared, target: [verify.reset, reads.reset, ...later] })

  return { subject, opened, closed, driverFound, stored, verify, details, contact, document, licence, second, reads, $driver, $driverId, $onFile, $country, $birthDate, $hasSecond }
}
export type DriverForms = ReturnType<typeof createDriverForms>
