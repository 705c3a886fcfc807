import type { Driver } from '@checkin/api'
import { keepDraft } from '@checkin/forms'
import { $reservation, sessionCleared } from '@checkin/flow'
import { combine, createEvent, createStore, merge, sample } from 'effector'
import { prefixesOf } from '../domain/mobile-number.ts'
import { createContactForm } from '../steps/driver-contact/form.ts'
import { countryOf, createDetailsForm } from '../steps/driver-details/form.ts'
import { createDocumentForm } from '../steps/driver-document/form.ts'
import { createLicenceForm, createSecondForm } from '../steps/driver-document-license/form.ts'
import { createVerifyForm } from '../steps/verify-driver/form.ts'
import { perSubject, type PerSubject, type Subject } from '../subject.ts'
import { $facts } from './facts.ts'
import { fillUntouched } from './fill-untouched.ts'
import { $owner, createServerDraft } from './server-draft.ts'
import { knownForContact, knownForDetails, knownForDocument, knownForLicence, knownForVerify } from './known-driver.ts'

const newDriver = '0'

/**
 * All that is entered about one driver, over the five screens. Saved once, at the end (DEC-38); until then it lives here and,
 * as far as storage may hold it, in the tab's draft. Whichever screen opens first after a reload, all forms come back.
 */
export function createEntry(subject: Subject) {
  /** Any screen of this driver shows. */
  const opened = createEvent({ name: `${subject}/entryOpened` })
  /** The lookup answered, or built a new driver (DRIVER-10, DRIVER-12). */
  const lookedUp = createEvent<Driver>({ name: `${subject}/lookedUp` })
  /** Everything is stored on the server: the next visit starts from there. */
  const forgotten = createEvent({ name: `${subject}/entryForgotten` })

  const $onFile = $reservation.map((loaded) => (subject === 'main' ? loaded?.driver : loaded?.addDriver) ?? null)
  const $customer = $reservation.map((loaded) => (subject === 'main' ? loaded?.reservation.customer ?? null : null))
  const $found = createStore<Driver | null>(null, { name: `${subject}/found` }).on(lookedUp, (_, driver) => driver).reset(forgotten, sessionCleared)

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
  const contact = createContactForm(subject)
  const document = createDocumentForm(subject)
  const second = createSecondForm(subject)
  const $hasSecond = second.$values.map((values) => subject === 'main' && values['second.enabled'] !== '')
  const $birthDate = combine(details.$values, verify.$values, (given, verified) => (given.birthDate === '' ? verified.birthDate : given.birthDate))
  const licence = createLicenceForm(subject, { $birthDate, $hasSecond })

  const $countryPrefix = combine($facts, $countryId, (facts, countryId) => countryOf(facts, countryId)?.phoneCode.replace(/\D/g, '') ?? '')
  // Both drafts are tied to the reservation; the other device's comes later than the screen, and fills it anew.
  const server = createServerDraft(opened)
  const filling = merge([opened, server.arrived])
  const draft = { opened: filling, owner: $owner }
  fillUntouched(verify, filling, server.over(verify, combine($onFile, $customer, knownForVerify)))
  keepDraft(verify, draft)
  // The later screens start from what the first one holds, its draft included; their own drafts come last.
  const verified = verify.filled.map(() => undefined)
  fillUntouched(details, verified, server.over(details, combine($driver, verify.$values, knownForDetails)))
  keepDraft(details, draft)
  fillUntouched(contact, verified, server.over(contact, combine({ driver: $driver, typed: verify.$values, facts: $facts, prefix: $countryPrefix }, ({ driver, typed, facts, prefix }) =>
    knownForContact(driver, typed, prefixesOf(facts.countries), prefix))))
  keepDraft(contact, draft)
  fillUntouched(document, verified, server.over(document, $driver.map((driver) => knownForDocument(driver?.document ?? null))))
  keepDraft(document, draft)
  fillUntouched(licence, verified, server.over(licence, combine($driver, verify.$values, knownForLicence)))
  keepDraft(licence, draft)
  fillUntouched(second, verified, server.over(second, $driver.map((driver) => ({ 'second.enabled': driver?.secondDriverLicense?.id ? 'yes' : '' }))))
  keepDraft(second, draft)
  server.keep(verify)
  server.keep(details)
  server.keep(contact)
  server.keep(document)
  server.keep(licence)
  server.keep(second)

  // Kept by way of typing, so that the draft has it.
  const another = sample({ clock: lookedUp, source: $foundId, filter: (before, { id }) => before !== '' && before !== String(id), fn: () => undefined })
  const later = [details.reset, contact.reset, document.reset, licence.reset, second.reset]
  sample({ clock: another, target: later })
  server.forget(merge([another, forgotten]), verify.name)
  sample({ clock: lookedUp, fn: ({ id }) => ({ field: 'driverId' as const, value: String(id) }), target: verify.fieldChanged })
  // Another reservation in the same tab begins with nothing of the one before.
  const named = sample({ clock: [opened, $owner], source: $owner, filter: (owner) => owner !== '' })
  const $hands = createStore({ before: '', now: '' }).on(named, ({ now: before }, now) => ({ before, now }))
  const changedHands = $hands.updates.filterMap(({ before, now }) => (before !== '' && before !== now ? true : undefined))
  sample({ clock: [forgotten, sessionCleared, changedHands], fn: () => undefined, target: [verify.reset, ...later] })

  return { subject, opened, lookedUp, forgotten, verify, details, contact, document, licence, second, $driver, $driverId, $onFile, $birthDate, $hasSecond }
}
export type DriverEntry = ReturnType<typeof createEntry>

/** The main and the additional driver, each with forms of its own (SHELL-04). */
export const entries: PerSubject<DriverEntry> = perSubject(createEntry)
