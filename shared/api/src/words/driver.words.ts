import { checkDriverEmail, checkTaxNumber, findDriver, findPostalCode, AgeAllowed, AgeFee, AgeRequest, EmailCheck, PostalPlace, TaxNumberCheck } from '../contract/driver.contract.ts'
import { DocumentPost, DriverPost, DriverSave, LicencePost, MobilePartsPost } from '../contract/driver-post.ts'
import { Driver, DrivingLicence, IdentityDocument, MobileParts } from '../entities/driver.schema.ts'
import { parameterWords, words, type WordsEntry } from './entry.ts'

const images = {
  imageFront: 'Front side as base64 of a WebP file without prefix; empty when there is none or when this session may not see it.',
  imageBack: 'Back side, the same way.',
  hasImageFront: 'Whether a front side is stored; with an empty image in a request, keeps the stored one.',
  hasImageBack: 'Whether a back side is stored; likewise.',
}
const document = {
  idType: 'Kind of document, an id of the document types.',
  id: 'Number of the document: letters and digits.',
  issuePlace: 'Where it was issued, at most 20 characters.',
  issueDate: 'Day of issue, YYYY-MM-DD; null when unknown.',
  expiryDate: 'Last day on which it is good, YYYY-MM-DD; later than the return of the vehicle.',
  ...images,
}
const licence = {
  id: 'Number of the licence, at most 30 characters.',
  issueDate: 'Day of issue, YYYY-MM-DD; null when unknown.',
  issuePlace: 'Where it was issued, at most 20 characters.',
  expiryDate: 'Last day on which it is good, YYYY-MM-DD; later than the return of the vehicle.',
  issueCountryId: 'Country of issue, a number of the countries.',
  issueCountry: 'Name of that country.',
  ...images,
}
const phone = { prefix: 'Country prefix without plus sign.', phone: 'Number without prefix, 6 to 12 digits.' }
const driver = {
  id: 'Number of the driver; 0 for one who is new.',
  name: 'First name.',
  surname: 'Last name.',
  address: 'Street and number.',
  addressComp: 'Further line of the address.',
  birthDate: 'Day of birth, YYYY-MM-DD.',
  birthPlace: 'Place of birth.',
  city: 'City; follows from the zip code where the country validates it.',
  country: 'Name of the country of residence.',
  countryId: 'Country of residence, a number of the countries.',
  zipCode: 'Zip code, at most 14 characters.',
  document: 'Identity document.',
  driverLicense: 'Driving licence.',
  secondDriverLicense: 'Second driving licence of the main driver; null for none.',
  email: 'E-mail address, at most 255 characters.',
  mobile: 'Mobile number as plus sign, prefix and number.',
  mobileObj: 'The same number in parts.',
  taxNumber: 'Tax number, at most 15 characters.',
  nationality: 'Name of the nationality.',
  nationalityId: 'Nationality, an id of the nationalities.',
  gwDriverId: "The driver's id in the rental company's own system; has no effect in a request.",
  undesirable: 'Whether the company does not rent to this person online; has no effect in a request.',
}

export const driverWords: readonly WordsEntry[] = [
  words(Driver, 'Driver', 'Main or additional driver of a reservation.', driver),
  words(IdentityDocument, 'IdentityDocument', 'Identity card or passport of a driver.', document),
  words(DrivingLicence, 'DrivingLicence', 'A driving licence, the first or the second.', licence),
  words(MobileParts, 'MobileParts', 'A mobile number in parts.', phone),
  words(DriverSave, 'DriverSave', 'A driver to be saved with a reservation.', {
    reservation: 'Number of the reservation.',
    driver: 'Who drives, with all documents.',
    addDriver: 'True for the additional driver, whose extra is accepted and priced with it; false for the main driver.',
    sessionKey: 'Correlation id of the session, as the verification answered it.',
  }),
  words(DriverPost, 'DriverPost', 'A driver as a renter gives it. A field left out keeps what is stored, null or empty clears it.', driver),
  words(DocumentPost, 'DocumentPost', 'An identity document as a renter gives it.', document),
  words(LicencePost, 'LicencePost', 'A driving licence as a renter gives it.', licence),
  words(MobilePartsPost, 'MobilePartsPost', 'A mobile number in parts as a renter gives it.', phone),
  words(EmailCheck, 'EmailCheck', 'Whether an e-mail address may be used.', { isValid: 'False when it belongs to another driver.' }),
  words(PostalPlace, 'PostalPlace', 'A place that a zip code belongs to.', { city: 'Name of the city.' }),
  words(TaxNumberCheck, 'TaxNumberCheck', 'A tax number that is right.', { isValid: 'Always true: a wrong number is an error.' }),
  words(AgeRequest, 'AgeRequest', 'Whose age is to be checked.', { reservation: 'Number of the reservation.', birthDate: 'Day of birth, YYYY-MM-DD.' }),
  words(AgeAllowed, 'AgeAllowed', 'The age is allowed for the reservation.', { fee: 'Fee that the age brings; null for none.' }),
  words(AgeFee, 'AgeFee', 'A fee because of the age of a driver.', { type: 'Young or senior driver.', amount: 'Amount per rental, decimal, VAT included.' }),
  parameterWords(findDriver, 'query', {
    name: 'First name.', surname: 'Last name.', birthDate: 'Day of birth, YYYY-MM-DD.', email: 'E-mail address.', driversLicense: 'Number of the driving licence, at most 30 characters.',
  }),
  parameterWords(checkDriverEmail, 'query', { email: 'Address to check.', driverId: 'The driver whose own address it may be; left out for a new driver.' }),
  parameterWords(findPostalCode, 'query', { zipCode: 'Zip code, at most 14 characters.', countryId: 'Country, a number of the countries.' }),
  parameterWords(checkTaxNumber, 'query', { taxNumber: 'Tax number, at most 15 characters.', countryId: 'Country, a number of the countries.' }),
]
