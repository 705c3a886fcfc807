import type { Endpoint } from '@checkin/http'
import type { ErrorCode } from '../failures/error-codes.ts'
import type { Access, DeclaredError } from './endpoint.ts'

/** Refusals that several calls share. */
export const reservationNotFound = { status: 404, code: 'ReservationNotFound' } as const satisfies DeclaredError
export const hasRentalAgreement = { status: 409, code: 'HasRentalAgreement' } as const satisfies DeclaredError
/** Nothing is on file by which a reservation without an e-mail address could be proved (DEC-99). */
export const noProofOnFile = { status: 409, code: 'NoProofOnFile' } as const satisfies DeclaredError
export const tooManyRequests = { status: 429, code: 'TooManyRequests' } as const satisfies DeclaredError
/** The reference is guessed at: a try costs a proof of work (DEC-100); data is `WorkNeeded`. */
export const workRequired = { status: 429, code: 'WorkRequired' } as const satisfies DeclaredError
export const cannotUpdate = { status: 400, code: 'CannotUpdate' } as const satisfies DeclaredError
/** The reservation is newer than what the caller decided on (DEC-127); data carries its `rowVersion`. */
export const versionConflict = { status: 409, code: 'VersionConflict' } as const satisfies DeclaredError
/** Completing makes a session read-only but for a few calls (DEC-85). */
export const readOnlySession = { status: 409, code: 'ReadOnlySession' } as const satisfies DeclaredError
/** The session key of the body belongs to another session than the cookie (DEC-07). */
export const sessionMismatch = { status: 409, code: 'SessionMismatch' } as const satisfies DeclaredError
/** A link session has to confirm an e-mailed code first (DEC-77). */
export const codeRequired = { status: 403, code: 'CodeRequired' } as const satisfies DeclaredError
/** Another payment of the reservation is open, or this one is not decided yet; data carries its `paymentId`. */
export const paymentInProgress = { status: 409, code: 'PaymentInProgress' } as const satisfies DeclaredError
/** The tenant has terms and nobody agreed to them for this reservation (DEC-11, DEC-95); data carries what is missing and where it is given. */
export const termsNotAccepted = { status: 409, code: 'TermsNotAccepted' } as const satisfies DeclaredError
/** The step that the write belongs to is switched off for the tenant (SHELL-05). */
export const moduleOff = { status: 409, code: 'ModuleOff' } as const satisfies DeclaredError
/** Pre-checkout is not possible for this reservation (API-21). */
export const notEligible = { status: 404, code: 'NotEligible' } as const satisfies DeclaredError
/** The call would move real money, and was made at the tenant's origin for previews (DEC-299). */
export const noPaymentInPreview = { status: 403, code: 'NoPaymentInPreview' } as const satisfies DeclaredError
/** What has to be there before anybody completes, pays or has a deposit held (DEC-95): the checks of a save, made on what is stored. */
export const neededToProceed = [
  termsNotAccepted, { status: 409, code: 'DriverDataMissing' }, { status: 400, code: 'AgeNotAllowed' }, { status: 400, code: 'Undesirable' },
] as const satisfies readonly DeclaredError[]
/** The installation takes this call in its body form alone (DEC-342); data names that. */
const addressClosed = { status: 410, code: 'AddressClosed' } as const satisfies DeclaredError
export const notFound = { status: 404, code: 'NotFound' } as const satisfies DeclaredError

const always: readonly DeclaredError[] = [
  { status: 400, code: 'IdentifierMismatch' },
  // A reading call is refused too where a page of another site makes it (DEC-07, DEC-312).
  { status: 403, code: 'ForeignOrigin' },
  { status: 421, code: 'UnknownTenant' },
  { status: 500, code: 'Internal' },
  { status: 501, code: 'NotImplemented' },
  { status: 503, code: 'Unavailable' },
  { status: 503, code: 'DatabaseUnavailable' },
]
/** A write that broke off half way: it may have taken place (DEC-48). */
const ofWrites: readonly DeclaredError[] = [{ status: 504, code: 'OutcomeUnknown' }]
const ofBodies: readonly DeclaredError[] = [{ status: 400, code: 'MalformedJson' }, { status: 413, code: 'TooLarge' }]

/** Every refusal that a call may answer with: those that it declares, and those that its access and its input bring along. */
export function errorsOf({ errors, access, method, params, query, body, inBody }: Pick<Endpoint<Access, ErrorCode>, 'errors' | 'access' | 'method' | 'params' | 'query' | 'body' | 'inBody'>): readonly DeclaredError[] {
  return [
    ...errors,
    ...(access === 'open' ? [] : [{ status: 401, code: 'Unauthorized' } as const]),
    ...(access === 'verified' ? [{ status: 403, code: 'CodeRequired' } as const] : []),
    ...(method === 'GET' ? [] : ofWrites),
    ...(params ?? query ?? body ? [{ status: 400, code: 'InvalidRequest' } as const] : []),
    ...(body ? ofBodies : []),
    ...(inBody === undefined ? [] : [addressClosed]),
    ...always,
  ]
}
