import type { DeclaredError } from './endpoint.ts'

/** Refusals that several calls share. */
export const reservationNotFound = { status: 404, code: 'ReservationNotFound' } as const satisfies DeclaredError
export const hasRentalAgreement = { status: 409, code: 'HasRentalAgreement' } as const satisfies DeclaredError
export const tooManyRequests = { status: 429, code: 'TooManyRequests' } as const satisfies DeclaredError
export const cannotUpdate = { status: 400, code: 'CannotUpdate' } as const satisfies DeclaredError
/** Completing makes a session read-only but for a few calls (DEC-85). */
export const readOnlySession = { status: 409, code: 'ReadOnlySession' } as const satisfies DeclaredError
/** The session key of the body belongs to another session than the cookie (DEC-07). */
export const sessionMismatch = { status: 409, code: 'SessionMismatch' } as const satisfies DeclaredError
/** A link session has to confirm an e-mailed code first (DEC-77). */
export const codeRequired = { status: 403, code: 'CodeRequired' } as const satisfies DeclaredError
/** Another payment of the reservation is open, or this one is not decided yet; data carries its `paymentId`. */
export const paymentInProgress = { status: 409, code: 'PaymentInProgress' } as const satisfies DeclaredError
export const notFound = { status: 404, code: 'NotFound' } as const satisfies DeclaredError
