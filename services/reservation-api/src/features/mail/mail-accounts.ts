import type { Transaction } from 'kysely'
import { tenantAccounts, type Account, type AccountSource } from '../provider-accounts/tenant-accounts.ts'
import type { AccountTables } from '../provider-accounts/account-tables.ts'
import type { SmtpSettings } from './mail-settings.ts'
import { smtpMailer, type Mailer } from './smtp.ts'

/** By which server each company's mail leaves. */
export interface MailAccounts {
  /** The tenant's server of now; null where it has none: its mail waits. */
  readonly current: (tenantId: string, transaction: Transaction<AccountTables>) => Promise<Account<Mailer> | null>
  /** Closes all connections. */
  readonly close: () => void
}

/** What mail accounts are made of. */
export interface MailAccountsOptions {
  readonly source: AccountSource
  /** The environment's server; null where it is not set. */
  readonly environment: SmtpSettings | null
  /** Mail may leave in clear. */
  readonly demo: boolean
}

/** Connections are kept per account and closed when the account changes. Outside the demo a server without TLS gets no mail of a company's own account. */
export const createMailAccounts = ({ source, environment, demo }: MailAccountsOptions): MailAccounts => tenantAccounts<'mail', Mailer>(source, {
  kind: 'mail', environment: environment && smtpMailer(environment),
  open: ({ user, password, ...server }) => smtpMailer({ ...server, user: user ?? undefined, password: password ?? undefined, requireTls: !demo }),
  close: (mailer) => { mailer.close() },
})

/** One server for every tenant. */
export const oneMailer = (mailer: Mailer): MailAccounts => ({ current: () => Promise.resolve({ revision: null, opened: mailer }), close: mailer.close })
