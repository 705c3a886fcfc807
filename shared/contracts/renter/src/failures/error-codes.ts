/** The closed list of codes that an error body may carry. Words for them live in catalogues. */
export const errorCodes = [
  'ReservationNotFound', 'HasRentalAgreement', 'CodeNotFound', 'TooManyRequests', 'Unauthorized', 'SessionMismatch', 'CodeRequired',
  'UnknownTenant', 'IdentifierMismatch', 'ForeignOrigin', 'InvalidRequest', 'MalformedJson', 'TooLarge', 'NotFound', 'MethodNotAllowed',
  'NotImplemented', 'Unavailable', 'Internal', 'LinkUnknown', 'TermsChanged', 'CannotUpdate', 'VersionConflict', 'ReadOnlySession', 'OutOfStock',
  'DriverNew', 'DriverConflict', 'DriverNotFound', 'SameDriver', 'Undesirable', 'AgeNotAllowed', 'EmailInUse', 'TaxNumberInvalid',
  'KeyReused', 'AmountChanged', 'PaymentInProgress', 'PaymentDeclined', 'PaymentNotLinked', 'NotEligible', 'PreauthorisationFailed', 'SignatureFailed', 'AgreementOutdated',
  'DatabaseUnavailable', 'OutcomeUnknown',
  'TermsNotAccepted', 'DriverDataMissing', 'ModuleOff',
] as const
export type ErrorCode = (typeof errorCodes)[number]

/** True for a code of the list; anything else that a server may send is not understood. */
export const isErrorCode = (value: unknown): value is ErrorCode => errorCodes.some((code) => code === value)
