export { contract, type Contract, type EndpointName } from './contract/contract.ts'
export type { Access, Data, DeclaredError, Endpoint, Input, Reply, Request } from './contract/endpoint.ts'
export { DriverPost } from './contract/driver.contract.ts'
export { LookupRequest, PrelookupRequest } from './contract/lookup.contract.ts'
export { FullReservation, ReservationNumber, ReservationUpdate } from './contract/reservation.contract.ts'
export { TermsAcceptance } from './contract/terms.contract.ts'
export { ButtonColours, Config, Country, DocumentType, FieldRule, FieldRules, Module, ModuleStatus, Nationality, Term, type FieldRuleSet } from './entities/configuration.schema.ts'
export { Driver, DrivingLicence, IdentityDocument, MobileParts } from './entities/driver.schema.ts'
export { CashierBlock, Extra, ExtraChoice, extraFlags, ExtrasSummary, InvoiceBlock, UpsellOption, type ExtraFlag } from './entities/extra.schema.ts'
export { AnalyticsEvent, PaymentGateway, PaymentLog, PaymentPost, PrecheckoutSubmit, SavedCard } from './entities/payment.schema.ts'
export { Customer, LoadedReservation, Reservation, Stop, Vehicle } from './entities/reservation.schema.ts'
export { Email, emptyDateSentinel, Guid, LocalDateTime, Money, OptionalDate, PlainDate, SessionKey } from './entities/values.schema.ts'
export {
  httpFailure, invalidData, silentFailure,
  type AbortedFailure, type Answer, type ApiFailure, type ErrorBody, type HttpFailure, type InvalidDataFailure, type NetworkFailure, type Success, type TimeoutFailure,
} from './failures/api-failure.ts'
export { handling, type Handling } from './failures/handling.ts'
export { errorCodes, isErrorCode, type ErrorCode } from './failures/error-codes.ts'
export { restVersion } from './version.ts'
