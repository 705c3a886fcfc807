export { ageWindow, ageYears, areAgesAllowed, isInRange, type AgeWindow, type AgeYears } from './age.ts'
export {
  birthDateCheck, contactChecks, detailsChecks, detailsFields, documentChecks, documentFields, firstExpiry, licenceChecks, licenceFields, licenceYears, maxLengths, problemsIn, problemWith,
  type ContactField, type DetailsField, type DocumentField, type DriverFacts, type FieldCheck, type FieldChecks, type LicenceField, type Problem, type WhichLicence,
} from './driver-fields.ts'
export type { Upload } from './field-rules.ts'
export { digitsOf, mobileDigits, mobileParts, prefixesOf, storedMobile, type Prefix } from './mobile-number.ts'
export { haveSameName, isSameDriver, licenceKey, type Identity } from './same-driver.ts'
