import type { Driver, DrivingLicence } from '@checkin/api'
import type { Identity } from '@checkin/driver-rules'
import type { FormValues } from '@checkin/forms'

/** What is typed to find a driver. */
export type LookupValues = FormValues<'name' | 'surname' | 'birthDate' | 'email' | 'driversLicense'>

/** The five parts of the lookup, and nothing else (DRIVER-10). */
export const lookupQuery = ({ name, surname, birthDate, email, driversLicense }: LookupValues) =>
  ({ query: { name: name.trim(), surname: surname.trim(), birthDate, email: email.trim(), driversLicense: driversLicense.trim() } })

const noLicence: DrivingLicence = { id: null, issueDate: null, issuePlace: null, expiryDate: null, issueCountryId: null, issueCountry: null, imageFront: null, imageBack: null }

const blank: Driver = {
  id: 0, name: null, surname: null, address: null, addressComp: null, birthDate: null, birthPlace: null, city: null, country: null, countryId: null, zipCode: null,
  document: null, driverLicense: null, secondDriverLicense: null, email: null, mobile: null, mobileObj: null, taxNumber: null, nationality: null, nationalityId: null,
  gwDriverId: null, undesirable: false,
}

/** A driver that was found, with what was typed to find it. */
export const withTyped = (driver: Driver, { name, surname, birthDate, email, driversLicense }: LookupValues): Driver => ({
  ...driver,
  name: name.trim() || driver.name,
  surname: surname.trim() || driver.surname,
  birthDate: birthDate || driver.birthDate,
  email: email.trim() || driver.email,
  driverLicense: { ...(driver.driverLicense ?? noLicence), id: driversLicense.trim() },
})

/** The new driver of a lookup that found nobody: id 0 and what was typed (DRIVER-12). */
export const newDriver = (typed: LookupValues): Driver => withTyped(blank, typed)

/** Who a driver on file is. */
export const identityOf = ({ id, name, surname, birthDate, driverLicense }: Driver): Identity =>
  ({ id, name: name ?? '', surname: surname ?? '', birthDate, licence: driverLicense?.id ?? null })

/** Who a driver is as typed; an id is not known yet. */
export const identityTyped = ({ name, surname, birthDate, driversLicense }: LookupValues): Identity => ({ id: 0, name, surname, birthDate, licence: driversLicense })
