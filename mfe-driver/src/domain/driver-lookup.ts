import type { Driver, DrivingLicence } from '@checkin/api'
import type { FormValues } from '@checkin/forms'

/** What was typed to find a driver. */
export type Sought = FormValues<'name' | 'surname' | 'birthDate' | 'email' | 'driversLicense'>

const noLicence: DrivingLicence = { id: null, issueDate: null, issuePlace: null, expiryDate: null, issueCountryId: null, issueCountry: null, imageFront: null, imageBack: null }

const blank: Driver = {
  id: 0, name: null, surname: null, address: null, addressComp: null, birthDate: null, birthPlace: null, city: null, country: null, countryId: null, zipCode: null,
  document: null, driverLicense: null, secondDriverLicense: null, email: null, mobile: null, mobileObj: null, taxNumber: null, nationality: null, nationalityId: null,
  gwDriverId: null, undesirable: false,
}

/** A driver that was found, with what was typed to find it. */
export const withTyped = (driver: Driver, { name, surname, birthDate, email, driversLicense }: Sought): Driver => ({
  ...driver,
  name: name.trim() || driver.name,
  surname: surname.trim() || driver.surname,
  birthDate: birthDate || driver.birthDate,
  email: email.trim() || driver.email,
  driverLicense: { ...(driver.driverLicense ?? noLicence), id: driversLicense.trim() },
})

/** The new driver of a lookup that found nobody: id 0 and what was typed (DRIVER-12). */
export const newDriver = (typed: Sought): Driver => withTyped(blank, typed)
