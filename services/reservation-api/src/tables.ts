import type { AgreementTables } from './features/agreement/agreement-tables.ts'
import type { AccountTables } from './features/provider-accounts/account-tables.ts'
import type { AnalyticsTables } from './features/analytics/analytics-tables.ts'
import type { DocumentTables } from './features/documents/document-tables.ts'
import type { DraftTables } from './features/drafts/draft-tables.ts'
import type { DriverCheckTables } from './features/driver/driver-check-tables.ts'
import type { ExtrasTables } from './features/extras/extras-tables.ts'
import type { FleetTables } from './features/fleet/fleet-tables.ts'
import type { IdentityTables } from './features/identity/identity-tables.ts'
import type { KeyedCallTables } from './features/keyed-calls/keyed-call-tables.ts'
import type { MailTables } from './features/mail/mail-tables.ts'
import type { PaperTables } from './features/papers/paper-tables.ts'
import type { PaymentTables } from './features/payments/payment-tables.ts'
import type { ReservationTables } from './features/reservations/reservation-tables.ts'
import type { TenantTables } from './features/tenants/tenant-tables.ts'
import type { TermsTables } from './features/terms/terms-tables.ts'

/** Every table of the schema `reservation`; each feature describes its own. */
export interface Tables extends
  TenantTables, ReservationTables, ExtrasTables, FleetTables, AnalyticsTables, IdentityTables, MailTables, TermsTables, DocumentTables, DriverCheckTables, PaymentTables,
  PaperTables, AccountTables, AgreementTables, DraftTables, KeyedCallTables {}
