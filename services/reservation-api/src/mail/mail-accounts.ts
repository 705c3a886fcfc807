import type { Transaction } from 'kysely'
import nodemailer from 'nodemailer'
import type { AccountBody } from '@checkin/internal'
import { outboundRules, type OutboundRules } from '@checkin/server/outbound'
import * as z from 'zod'
import { tenantAccounts, type Account, type AccountSource } from '../tenants/accounts/tenant-accounts.ts'
import type { SmtpSettings } from './mail-settings.ts'
import { outboundSocket } from './outbound-socket.ts'
import type { MailAttachment } from './mail-writer.ts'
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

/** A mail ready to leave. Addresses are objects, never lists in text: text is parsed and could name a second recipient. */
export interface ReadyMail {
  readonly from: { readonly name: string; readonly address: string }
  readonly to: string
  readonly subject: string
  readonly text: string
  readonly html: string
  readonly attachments?: readonly MailAttachment[]
  readonly language: string
  /** Stays the same over all attempts, so that a mail sent twice is shown once. */
  readonly messageId: string
}

/** `again`: the server is away or asks for patience. `never`: it will not take this mail, however often it is tried. */
export type Sent = { readonly kind: 'sent' } | { readonly kind: 'again' | 'never'; readonly reason: string }

export interface Mailer {
  readonly send: (mail: ReadyMail) => Promise<Sent>
  readonly close: () => void
}

/** A mailer whose server can be asked without a mail. */
export interface SmtpMailer extends Mailer {
  /** Signs in at the server and sends nothing. */
  readonly verify: () => Promise<Sent>
}

const Address = z.email().max(255)

/** Sends by SMTP. Never throws; the reason of a failure is a code of the protocol or the transport, nothing of the mail. */
export function smtpMailer(settings: SmtpSettings, rules: OutboundRules = outboundRules()): SmtpMailer {
  const getSocket = outboundSocket({ host: settings.host, port: settings.port, isEncrypted: settings.secure || settings.requireTls === true }, rules)
  const transport = nodemailer.createTransport({
    ...(getSocket && { getSocket }),
    host: settings.host, port: settings.port, secure: settings.secure, requireTLS: settings.requireTls ?? false,
    ...(settings.user !== undefined && { auth: { user: settings.user, pass: settings.password ?? '' } }),
    pool: true, maxConnections: 2, connectionTimeout: 5000, greetingTimeout: 5000, socketTimeout: 15_000,
    disableFileAccess: true, disableUrlAccess: true,
  })
  return {
    send: async (mail) => {
      if (!Address.safeParse(mail.to).success) return { kind: 'never', reason: 'EADDRESS' }
      try {
        await transport.sendMail({
          from: mail.from, to: { name: '', address: mail.to }, subject: mail.subject, text: mail.text, html: mail.html, messageId: mail.messageId,
          attachments: (mail.attachments ?? []).map((attachment) => ({ ...attachment })),
          headers: { 'Content-Language': mail.language, 'Auto-Submitted': 'auto-generated' },
        })
        return { kind: 'sent' }
      } catch (error) {
        return failure(error)
      }
    },
    verify: () => transport.verify().then((): Sent => ({ kind: 'sent' }), failure),
    close: () => { transport.close() },
  }
}

function failure(error: unknown): Sent {
  const { responseCode, code } = error as { responseCode?: number; code?: string }
  const reason = String(responseCode ?? code ?? 'EUNKNOWN')
  // A login that the server refuses is the operator's to mend; the mail is as good as before.
  return { kind: responseCode !== undefined && responseCode >= 500 && code !== 'EAUTH' ? 'never' : 'again', reason: code === 'EAUTH' ? code : reason }
}
