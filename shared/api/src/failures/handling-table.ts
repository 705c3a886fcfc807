import type { EndpointName } from '../contract/contract.ts'
import type { ErrorCode } from './error-codes.ts'
import type { Handling } from './handling.ts'

/** One row: which failures of which call, and what they mean. `*` fits everything; the first row that fits counts. */
export interface Rule {
  readonly endpoint: EndpointName | '*'
  readonly status: number | '*'
  readonly code: ErrorCode | '*'
  readonly handling: Handling
}

const alert = (key: string): Handling => ({ kind: 'alert', key })
const ignore: Handling = { kind: 'ignore' }
const row = (endpoint: Rule['endpoint'], status: Rule['status'], code: Rule['code'], meaning: Handling): Rule => ({ endpoint, status, code, handling: meaning })

/** The error catalogue of product.md section 8 by call, status and code. 409 means three things by call (TRAPS T-9). */
export const handlingTable: readonly Rule[] = [
  // ERR-04, ERR-15: locate and send-code. Too many tries look like any other miss, so that they tell nothing (DEC-09).
  row('prelookup', 409, 'HasRentalAgreement', alert('IsntPossibleChangeThisReservation')),
  row('lookup', 409, 'HasRentalAgreement', alert('IsntPossibleChangeThisReservation')),
  row('prelookup', 404, '*', alert('ReservationNotFound')),
  row('lookup', 404, '*', alert('ReservationNotFound')),
  row('prelookup', 429, '*', alert('TryAgainLater')),
  row('lookup', 429, '*', alert('TryAgainLater')),
  row('prelookup', 400, '*', alert('ReservationNotFound')),
  row('lookup', 400, '*', alert('ReservationNotFound')),
  // ERR-06: whatever a code was refused for.
  row('validateCode', 409, 'HasRentalAgreement', alert('IsntPossibleChangeThisReservation')),
  row('validateCode', 429, '*', alert('TryAgainLater')),
  row('validateCode', 404, '*', alert('CodeNotFound')),
  row('validateCode', 400, '*', alert('CodeNotFound')),
  row('validateCode', 401, '*', alert('CodeNotFound')),
  // ERR-33: a link that is unknown, expired or tried too often.
  row('resume', 409, 'HasRentalAgreement', alert('IsntPossibleChangeThisReservation')),
  row('resume', 404, '*', alert('ReservationNotFound')),
  row('resume', 400, '*', alert('ReservationNotFound')),
  row('resume', 429, '*', alert('TryAgainLater')),
  // ERR-15: a fetch of a reservation that has its agreement.
  row('getReservation', 409, 'HasRentalAgreement', alert('IsntPossibleChangeThisReservation')),
  row('getPrecheckoutReservation', 409, 'HasRentalAgreement', alert('IsntPossibleChangeThisReservation')),
  row('getFullReservation', 409, 'HasRentalAgreement', alert('IsntPossibleChangeThisReservation')),
  row('*', 404, 'ReservationNotFound', alert('ReservationNotFound')),
  // ERR-05, 09: who drives. 404 is a new driver and no error (DRIVER-12).
  row('findDriver', 404, '*', ignore),
  row('findDriver', 409, '*', { kind: 'field', field: 'email', key: 'FieldsError.email.Verify' }),
  row('findDriver', 429, '*', alert('TryAgainLater')),
  row('findDriver', 400, '*', alert('ReservationNotFound')),
  // ERR-14: the server's age check.
  row('validateAge', 400, '*', { kind: 'field', field: 'birthDate', key: 'FieldsError.birthDate.AgeNotAllowed' }),
  // ERR-29 to 31: saving a driver.
  row('saveDriver', 400, 'AgeNotAllowed', alert('AgeNotAllowedForReservation')),
  row('saveDriver', 400, 'EmailInUse', alert('EmailInUseOrDataIncorrect')),
  row('saveDriver', 400, 'SameDriver', alert('SameDriverError')),
  row('saveDriver', 400, 'Undesirable', alert('UndesirableDriverError')),
  row('saveDriver', 400, 'InvalidRequest', alert('EmailInUseOrDataIncorrect')),
  row('saveDriver', 400, '*', alert('CannotUpdateReservation')),
  row('saveDriver', 409, 'HasRentalAgreement', alert('IsntPossibleChangeThisReservation')),
  row('saveDriver', 409, '*', alert('CannotUpdateReservation')),
  row('checkDriverEmail', 429, '*', ignore),
  row('checkTaxNumber', 400, '*', { kind: 'field', field: 'taxNumber', key: 'FieldsError.taxNumber.invalid' }),
  // ERR-19, 30: changing a reservation. The server's message is shown where it has one (see `handling`).
  row('updateReservation', 409, 'HasRentalAgreement', alert('IsntPossibleChangeThisReservation')),
  row('updateReservation', 400, '*', alert('CannotUpdateReservation')),
  row('updateReservation', 409, '*', alert('CannotUpdateReservation')),
  row('calculateExtras', 400, '*', alert('CannotUpdateReservation')),
  // Terms and documents.
  row('acceptTerms', 409, '*', { kind: 'session-ended' }),
  row('downloadTerms', 404, '*', { kind: 'alert', key: 'SomethingHappened', params: { value: '' } }),
  // ERR-16 to 23: money. The models of payment and pre-checkout say more; nothing here takes money twice.
  row('checkPrecheckout', '*', 'NotEligible', ignore),
  row('postPayment', 400, 'PaymentDeclined', alert('preauth-payment')),
  row('postPayment', 409, 'AmountChanged', alert('CannotUpdateReservation')),
  row('postPayment', 409, '*', { kind: 'alert', key: 'SomethingHappened', params: { value: '' } }),
  row('logPayment', '*', '*', { kind: 'modal', keys: ['Yourpaymentwassuccessful', 'ContactFirmToAssociatePayment'] }),
  row('submitPrecheckout', 409, 'HasRentalAgreement', { kind: 'modal', keys: ['IsntPossibleChangeThisReservation'] }),
  row('submitPrecheckout', 403, 'CodeRequired', ignore),
  row('submitPrecheckout', '*', '*', { kind: 'modal', keys: ['somethingHappened'] }),
  row('completePrecheckout', '*', '*', { kind: 'modal', keys: ['preauth-signature'] }),
  row('listSavedCards', 403, 'CodeRequired', ignore),
  row('postPayment', 403, 'CodeRequired', ignore),
  // Reports and side lists never stop a renter.
  row('postAnalytics', '*', '*', ignore),
]
