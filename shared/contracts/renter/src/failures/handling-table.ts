import type { EndpointName } from '../contract/contract.ts'
import type { ErrorCode } from './error-codes.ts'

/** What a failure means to the renter (ERR rows). Keys are those of the message catalogue. */
export type Handling =
  /** A toast. `text` is the server's own message where one came and may be shown (ERR-02); a parameter `value` may be a key itself (ERR-17). */
  | { readonly kind: 'alert'; readonly key: string; readonly params?: Readonly<Record<string, string>>; readonly text?: string }
  /** A message below a field. */
  | { readonly kind: 'field'; readonly field: string; readonly key: string }
  /** A modal with several lines. */
  | { readonly kind: 'modal'; readonly keys: readonly string[] }
  /** The session is over: clear and say so (ERR-46). */
  | { readonly kind: 'session-ended' }
  /** Not an error to the flow: the model goes on by itself. */
  | { readonly kind: 'ignore' }

/** One row: which failures of which call, and what they mean. `*` fits everything; the first row that fits counts. */
export interface Rule {
  readonly endpoint: EndpointName | '*'
  /** 0 is no answer at all. */
  readonly status: number | '*'
  readonly code: ErrorCode | '*'
  readonly handling: Handling
  /** What the alert is completed by: the server's own message, the minutes to wait, or the code. */
  readonly says?: 'server' | 'minutes' | 'code'
}

const alert = (key: string): Handling => ({ kind: 'alert', key })
const something = (value = ''): Handling => ({ kind: 'alert', key: 'SomethingHappened', params: { value } })
const field = (name: string, kind: string): Handling => ({ kind: 'field', field: name, key: `FieldsError.${name}.${kind}` })
const modal = (...keys: string[]): Handling => ({ kind: 'modal', keys })
const ignore: Handling = { kind: 'ignore' }
const ended: Handling = { kind: 'session-ended' }

type Call = Rule['endpoint']
const row = (endpoint: Call, status: Rule['status'], code: Rule['code'], meaning: Handling, says?: Rule['says']): Rule =>
  ({ endpoint, status, code, handling: meaning, ...(says && { says }) })
const rows = (calls: readonly Call[], status: Rule['status'], code: Rule['code'], meaning: Handling): Rule[] => calls.map((call) => row(call, status, code, meaning))

const locating: readonly Call[] = ['prelookup', 'lookup']
const hasAgreement = alert('IsntPossibleChangeThisReservation')

const verification: readonly Rule[] = [
  // ERR-04: a request that does not even have the form of a reservation is answered like any other miss (DEC-09).
  ...rows(locating, 404, '*', alert('ReservationNotFound')),
  ...rows(locating, 400, 'InvalidRequest', alert('ReservationNotFound')),
  // DEC-99: the screen leads to the counter.
  row('lookup', 409, 'NoProofOnFile', ignore),
  // ERR-06: whatever a code was refused for. Without a pending session there is no code to be right.
  row('validateCode', 404, '*', alert('CodeNotFound')),
  row('validateCode', 400, 'InvalidRequest', alert('CodeNotFound')),
  row('validateCode', 401, '*', alert('CodeNotFound')),
  // ERR-33: a link that is unknown, expired or no link at all.
  row('resume', 400, 'InvalidRequest', alert('ReservationNotFound')),
  // DEC-186: nothing is left to finish; the frame says so.
  row('sendLaterLink', 409, 'ReadOnlySession', ignore),
  row('sendLaterSms', 409, 'ReadOnlySession', ignore),
  row('acceptTerms', 409, 'SessionMismatch', ended),
  // A newer version of the terms is valid since the page was opened; the page lists it.
  row('acceptTerms', 409, 'TermsChanged', alert('TermsChanged')),
]

const drivers: readonly Rule[] = [
  // ERR-05, ERR-09: 404 is a new driver and no error (DRIVER-12); 409 concerns the e-mail; anything else is no match (DEC-37).
  row('findDriver', 404, 'DriverNew', ignore),
  row('findDriver', 409, '*', field('email', 'Verify')),
  row('findDriver', 400, 'DriverNotFound', alert('ReservationNotFound')),
  row('findDriver', 400, 'InvalidRequest', alert('ReservationNotFound')),
  // ERR-14: the server's age check, for whatever reason it says no (DRIVER-08).
  row('validateAge', 400, '*', field('birthDate', 'AgeNotAllowed')),
  // ERR-29 to ERR-31: saving a driver.
  row('saveDriver', 400, 'AgeNotAllowed', alert('AgeNotAllowedForReservation')),
  row('saveDriver', 400, 'EmailInUse', alert('EmailInUseOrDataIncorrect')),
  // The screens mark the fields that the answer names (DEC-102).
  row('saveDriver', 400, 'InvalidRequest', alert('Notice.driverDataMissing')),
  row('saveDriver', 503, 'Unavailable', alert('Notice.tryAgainSoon')),
  row('saveDriver', 400, 'SameDriver', alert('SameDriverError')),
  row('saveDriver', 400, 'Undesirable', alert('UndesirableDriverError')),
  row('saveDriver', 409, 'SessionMismatch', ended),
  row('saveDriver', 409, 'ReadOnlySession', alert('CannotUpdateReservation')),
  // DEC-39, DEC-32: a check that cannot be made does not block.
  row('checkDriverEmail', 429, '*', ignore),
  row('findPostalCode', 429, '*', ignore),
  row('checkDriverEmail', 400, 'InvalidRequest', field('email', 'Invalid')),
  row('findPostalCode', 400, 'InvalidRequest', field('zipCode', 'invalid')),
  row('checkTaxNumber', 400, '*', field('taxNumber', 'invalid')),
]

const reservations: readonly Rule[] = [
  // DEC-95: the shell leads to what is missing; the alert says why.
  row('*', 409, 'TermsNotAccepted', alert('Notice.termsNotAccepted')),
  row('*', 409, 'DriverDataMissing', alert('Notice.driverDataMissing')),
  // DEC-299: what is not released moves no real money.
  row('*', 403, 'NoPaymentInPreview', alert('Notice.noPaymentInPreview')),
  row('*', 409, 'ModuleOff', alert('Notice.moduleOff')),
  ...rows(['updateReservation', 'postPayment', 'submitPrecheckout'], 400, 'AgeNotAllowed', alert('AgeNotAllowedForReservation')),
  ...rows(['updateReservation', 'postPayment', 'submitPrecheckout'], 400, 'Undesirable', alert('UndesirableDriverError')),
  // ERR-19, ERR-30, PAY-12: the server's message where it has one.
  row('updateReservation', 400, 'CannotUpdate', alert('CannotUpdateReservation'), 'server'),
  row('updateReservation', 400, 'OutOfStock', alert('CannotUpdateReservation'), 'server'),
  // DEC-96: a fee of age was booked; the page shows the new figures beside the buttons.
  row('updateReservation', 409, 'AmountChanged', ignore),
  row('updateReservation', 409, 'VersionConflict', alert('CannotUpdateReservation')),
  row('updateReservation', 409, 'ReadOnlySession', alert('CannotUpdateReservation')),
  row('calculateExtras', 400, 'CannotUpdate', alert('CannotUpdateReservation'), 'server'),
  row('calculateExtras', 400, 'OutOfStock', alert('CannotUpdateReservation'), 'server'),
  // DEC-127: what was typed stays, and the next press replaces what the renter has now been told of.
  row('saveDriver', 409, 'VersionConflict', alert('Notice.driverChanged')),
  row('saveDriver', 400, 'CannotUpdate', alert('CannotUpdateReservation'), 'server'),
  // Not eligible is an answer, not a fault (SHELL-48); a failing check offers no pre-checkout, and nothing else is lost.
  row('checkPrecheckout', 404, 'NotEligible', ignore),
  row('*', 404, 'NotEligible', alert('Notice.notEligible')),
]

const money: readonly Rule[] = [
  // The models of payment and pre-checkout say more; no row takes money twice.
  row('postPayment', 400, 'PaymentDeclined', alert('preauth-payment')),
  row('postPayment', 409, 'AmountChanged', alert('CannotUpdateReservation')),
  row('postPayment', 409, 'PaymentInProgress', something()),
  row('postPayment', 409, 'KeyReused', something()),
  row('postPayment', 409, 'ReadOnlySession', alert('CannotUpdateReservation')),
  // DEC-77: the screen asks for a code in place.
  row('*', 403, 'CodeRequired', ignore),
  // Undecided or not taken: the page goes on by the payment's state and never speaks of success.
  // API-44: a payment or a deposit stands on the card; the list says so.
  row('forgetCard', 409, '*', ignore),
  row('logPayment', 409, 'PaymentInProgress', ignore),
  row('logPayment', 400, 'PaymentDeclined', alert('preauth-payment')),
  // ERR-20: the money was taken, only the association failed, whatever the reason.
  row('logPayment', '*', '*', modal('Yourpaymentwassuccessful', 'ContactFirmToAssociatePayment')),
  // ERR-21; the contexts of DEC-63 are read from the answer by the model.
  row('submitPrecheckout', 401, '*', ended),
  row('submitPrecheckout', 409, 'HasRentalAgreement', modal('IsntPossibleChangeThisReservation')),
  // DEC-96: a fee of age was booked; the page shows the new figures and asks for another press.
  row('submitPrecheckout', 409, 'AmountChanged', ignore),
  row('submitPrecheckout', '*', '*', modal('somethingHappened')),
  // DEC-108: the screen says it itself and leads to the agreement that is true.
  row('completePrecheckout', 409, 'AgreementOutdated', ignore),
  // DEC-130: the renter did not want to sign and may think again; the screen says so.
  row('completePrecheckout', 409, 'SignatureRefused', ignore),
  // DEC-141: what was signed was not accepted; the screen says so and lets the renter try again.
  row('completePrecheckout', 409, 'SignatureRejected', ignore),
  // ERR-37: never a false success.
  row('completePrecheckout', '*', '*', modal('preauth-signature')),
]

const offers: readonly Rule[] = [
  // Reports never stop a renter, not even one whose session is over (API-34).
  row('postAnalytics', '*', '*', ignore),
  // ERR-17, on top of which the flow goes on to the extras (OFFERS-28).
  row('listUpsellGroups', 401, '*', ended),
  row('listUpsellGroups', '*', '*', something('Upselling')),
]

const everywhere: readonly Rule[] = [
  row('*', 401, '*', ended),
  row('*', 409, 'HasRentalAgreement', hasAgreement),
  row('*', 404, 'ReservationNotFound', alert('ReservationNotFound')),
  row('*', 429, '*', alert('Notice.tooManyTries'), 'minutes'),
  // ERR-02, SHELL-60: the server's message, or that something happened, with the code by which its log has the call.
  row('*', 500, '*', something(), 'server'),
  row('*', 404, 'NotFound', something()),
  row('*', 400, 'IdentifierMismatch', something()),
  row('*', 400, 'InvalidRequest', something()),
  row('*', 400, 'MalformedJson', something()),
  row('*', 403, 'ForeignOrigin', something()),
  row('*', 413, 'TooLarge', something()),
  row('*', 421, 'UnknownTenant', something()),
  // Nothing was done, and soon it may be tried again; what may have been done is looked at before it is repeated (DEC-48).
  row('*', 503, 'DatabaseUnavailable', alert('Notice.tryAgainSoon')),
  row('*', 504, 'OutcomeUnknown', alert('Notice.maybeSaved')),
  // What is not built or not ready is named, so that the counter can be informed (ERR-18).
  row('*', 501, '*', alert('SomethingHappenedCode'), 'code'),
  row('*', 503, '*', alert('SomethingHappenedCode'), 'code'),
]

/** The error catalogue (docs/spec/errors.md) by call, status and code. 409 means three things by call (TRAPS T-9). */
export const handlingTable: readonly Rule[] = [...verification, ...drivers, ...reservations, ...money, ...offers, ...everywhere]
