import nodemailer from 'nodemailer'
import * as z from 'zod'
import { outboundRules, type OutboundRules } from '../http/outbound.ts'
import { outboundSocket } from './outbound-socket.ts'
import type { SmtpSettings } from './smtp-settings.ts'

/** A file in a mail. */
export interface MailAttachment {
  readonly filename: string
  readonly contentType: 'application/pdf'
  readonly content: Buffer
}

/** A mail ready to leave. Addresses are objects, never lists in text: text is parsed and could name a second recipient. */
export interface ReadyMail {
  readonly from: { readonly name: string; readonly address: string }
  readonly to: string
  readonly subject: string
  readonly text: string
  /** The same for programs that show HTML; none for a mail of text alone. */
  readonly html?: string
  readonly attachments?: readonly MailAttachment[]
  /** How a program takes its reader off a list with one press (RFC 8058): an https address that a POST ends the subscription at. */
  readonly unsubscribe?: string
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
          from: mail.from, to: { name: '', address: mail.to }, subject: mail.subject, text: mail.text, ...(mail.html !== undefined && { html: mail.html }), messageId: mail.messageId,
          attachments: (mail.attachments ?? []).map((attachment) => ({ ...attachment })),
          headers: {
            'Content-Language': mail.language, 'Auto-Submitted': 'auto-generated',
            ...(mail.unsubscribe !== undefined && { 'List-Unsubscribe': `<${mail.unsubscribe}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' }),
          },
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
