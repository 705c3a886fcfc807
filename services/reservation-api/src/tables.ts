import type { IdentityTables } from './features/identity/identity-tables.ts'
import type { MailTables } from './features/mail/mail-tables.ts'
import type { TermsTables } from './features/terms/terms-tables.ts'

/** Every table of the schema `reservation`; each feature describes its own. */
export interface Tables extends IdentityTables, MailTables, TermsTables {}
