import type { Transaction } from 'kysely'
import type { AccountBody } from '@checkin/internal'
import { type Mailer, smtpMailer, type SmtpMailer, type SmtpSettings } from '@checkin/server/mail'
import { tenantAccounts, type Account, type AccountSource } from '../tenants/accounts/tenant-accounts.ts'
import type { Tables } from './tables.ts'

/** By which server each company's mail leaves. */
export interface MailAccounts {
  /** The tenant's server of now; null where it has none: its mail waits. */
  readonly current: (tenantId: string, transaction: Transaction<Tables>) => Promise<Account<Mailer> | null>
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
  open: (account) => mailerOf(account, { demo }),
  close: (mailer) => { mailer.close() },
})

/** The server of a company's own account. */
export const mailerOf = ({ user, password, ...server }: AccountBody<'mail'>, { demo }: Pick<MailAccountsOptions, 'demo'>): SmtpMailer =>
  smtpMailer({ ...server, user: user ?? undefined, password: password ?? undefined, requireTls: !demo })

/** One server for every tenant. */
export const oneMailer = (mailer: Mailer): MailAccounts => ({ current: () => Promise.resolve({ revision: null, opened: mailer }), close: mailer.close })
