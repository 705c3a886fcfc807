import { describeSchema } from '@checkin/http'
import * as z from 'zod/mini'

/** The closed list of codes that an error body may carry. Messages for them are in the catalogues. */
export const errorCodes = [
  'ReservationNotFound', 'HasRentalAgreement', 'CodeNotFound', 'TooManyRequests', 'Unauthorized', 'SessionMismatch', 'CodeRequired',
  'UnknownTenant', 'IdentifierMismatch', 'ForeignOrigin', 'InvalidRequest', 'MalformedJson', 'TooLarge', 'NotFound', 'MethodNotAllowed',
  'NotImplemented', 'Unavailable', 'Internal', 'LinkUnknown', 'TermsChanged', 'CannotUpdate', 'VersionConflict', 'ReadOnlySession', 'OutOfStock',
  'DriverNew', 'DriverConflict', 'DriverNotFound', 'SameDriver', 'Undesirable', 'AgeNotAllowed', 'EmailInUse', 'TaxNumberInvalid',
  'KeyReused', 'AmountChanged', 'PaymentInProgress', 'PaymentDeclined', 'PaymentNotLinked', 'NotEligible', 'PreauthorisationFailed', 'SignatureFailed', 'AgreementOutdated',
  'DatabaseUnavailable', 'OutcomeUnknown',
  'TermsNotAccepted', 'DriverDataMissing', 'ModuleOff', 'NoProofOnFile', 'SignatureRefused', 'SignatureRejected', 'WorkRequired',
  'NoPaymentInPreview', 'AddressClosed',
] as const
export type ErrorCode = (typeof errorCodes)[number]

/** True for a code of the list; anything else that a server may send is not understood. */
export const isErrorCode = (value: unknown): value is ErrorCode => errorCodes.some((code) => code === value)

/** The body of every refused call. */
export const ErrorBody = z.object({
  data: z.unknown(),
  status: z.int(),
  title: z.string(),
  code: z.string(),
  requestId: z.string(),
})
export type ErrorBody = z.infer<typeof ErrorBody>
/* @__PURE__ */ describeSchema(ErrorBody, () => ({
  id: 'ErrorBody', description: 'Why a call was refused.',
  fields: {
    data: 'What belongs to the code, for example the places of a request that do not fit; null for nothing.',
    status: 'HTTP status of the answer.',
    title: 'A sentence for people who read answers.',
    code: 'What it is, from a closed list.',
    requestId: "Names the call in the server's log.",
  },
}))
