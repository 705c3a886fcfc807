import { backoffSeconds, type Database, type Tracer } from '@checkin/server'
import type { Mailer, ReadyMail, Sent } from '@checkin/server/mail'
import type { FastifyBaseLogger } from 'fastify'
import { repeatedWork, type RepeatedWork } from '../tenants/repeated-work.ts'
import type { Work } from '../tenants/due-work.ts'
import { tenantRounds } from '../tenants/tenant-rounds.ts'
import type { TenantAccounts } from '../tenants/accounts/tenant-accounts.ts'
import { codeWriter } from './code-mail.ts'
import { codeSms, CodeSmsPayload, type SmsContent } from './sms/code-sms.ts'
import { invitationSms, InvitationSmsPayload } from './sms/invitation-sms.ts'
import { laterSms, LaterSmsPayload } from './sms/later-sms.ts'
import type { SmsSender } from './sms/sms-accounts.ts'
import { smsKinds, type MailKind, type Tables } from './tables.ts'
import type { MailAccounts } from './mail-accounts.ts'
import type { MailTenant, MailWriters } from './mail-writer.ts'
import { finishMail, postponeMail, takeDueMails, type TakenMail } from './outbox-store.ts'
import { unseal } from '../database/sealed-payload.ts'

export interface MailWorkerOptions {
  readonly database: Database<Tables>
  readonly accounts: MailAccounts
  readonly secret: string
  /** Who writes the mails of which kind, beside those with codes. */
  readonly writers?: MailWriters
  /** Providers of text messages, and where they report; without them text messages wait. */
  readonly sms?: { readonly accounts: Pick<TenantAccounts<SmsSender>, 'current' | 'close'>; readonly callbackBase: string }
  /** Those that have `waitingMails`; asked again at every look. */
  readonly tenants: () => Promise<readonly MailTenant[]>
  readonly log: FastifyBaseLogger
  readonly pollMs: number
  /** Tells that a mail or a text message is not tried again and did not leave (DEC-216). */
  readonly gaveUp?: (work: 'mail' | 'text-message') => void
  /** Sends each for the trace of its cause. */
  readonly traced?: Tracer['job']
}

/** Mails that are to leave now. */
export const waitingMails: Work = { kind: 'mails' }

const batch = 10
const leaseSeconds = 60
const isSms = (kind: MailKind): boolean => smsKinds.some((each) => each === kind)

/** Sends the outboxes of all tenants. As many processes as wanted may run one; each mail is taken by one of them. */
export function startMailWorker(options: MailWorkerOptions): RepeatedWork {
  const rounds = tenantRounds(options.log, 'the outbox cannot be read')
  const work = repeatedWork({ everyMs: options.pollMs }, async () => (await rounds(options.tenants, (tenant) => sendOf(tenant, options))).more)
  return {
    ...work,
    stop: async () => {
      await work.stop()
      options.accounts.close()
      options.sms?.accounts.close()
    },
  }
}

/** Answers whether there may be more of this tenant's at once. */
async function sendOf(tenant: MailTenant, options: MailWorkerOptions): Promise<boolean> {
  const taken = await options.database.withTenant(tenant.id, async (transaction) => {
    // One that cannot be opened was logged; the others' mail goes on.
    const account = await options.accounts.current(tenant.id, transaction).catch(() => null)
    const sms = await options.sms?.accounts.current(tenant.id, transaction).catch(() => null) ?? null
    // Without a server it waits untouched; the list of what needs a person names it.
    const ways = { mail: account !== null, sms: sms !== null }
    return (ways.mail || ways.sms) && { mailer: account?.opened ?? null, sms: sms?.opened ?? null, mails: await takeDueMails(transaction, tenant.id, batch, leaseSeconds, ways) }
  })
  if (!taken) return false
  const { traced = (_name, _cause, work) => work() } = options
  await Promise.all(taken.mails.map((mail) => traced(`mail ${mail.kind}`, mail.traceparent, () => sendOne(tenant, mail, taken, options))))
  return taken.mails.length === batch
}

/** By what a tenant's mails and text messages leave now. */
interface Ways {
  readonly mailer: Mailer | null
  readonly sms: SmsSender | null
}

async function sendOne(tenant: MailTenant, mail: TakenMail, ways: Ways, options: MailWorkerOptions): Promise<void> {
  const { database, log } = options
  const about = { tenant: tenant.host, mail: mail.id, kind: mail.kind, attempt: mail.attempts }
  const reportGaveUp = (): void => { options.gaveUp?.(isSms(mail.kind) ? 'text-message' : 'mail') }
  const finish = async (state: 'sent' | 'failed' | 'expired', reason: string | null): Promise<void> => {
    await database.withTenant(tenant.id, (transaction) => finishMail(transaction, tenant.id, mail.id, state, reason))
    if (state !== 'sent') reportGaveUp()
  }
  // It may have waited for a server for longer than it was of use.
  if (mail.expiresAt.getTime() <= Date.now()) return finish('expired', 'EEXPIRED')
  const writing = isSms(mail.kind) ? openedSms(tenant, mail, ways, options) : opened(tenant, mail, ways, options)
  if (!writing) {
    log.error(about, 'a mail of the outbox cannot be opened')
    return finish('failed', 'EPAYLOAD')
  }
  const sent = await writing().catch((error: unknown): Sent => {
    log.error({ ...about, err: error }, 'a mail cannot be written')
    return { kind: 'again', reason: 'EWRITE' }
  })
  if (sent.kind === 'sent') {
    log.info(about, 'mail sent')
    return finish('sent', null)
  }
  if (sent.kind === 'never') {
    log.warn({ ...about, reason: sent.reason }, 'mail refused')
    return finish('failed', sent.reason)
  }
  const outcome = await database.withTenant(tenant.id, (transaction) =>
    postponeMail(transaction, tenant.id, mail.id, backoffSeconds(mail.attempts), sent.reason))
  if (outcome === 'expired') reportGaveUp()
  log.warn({ ...about, reason: sent.reason }, outcome === 'postponed' ? 'mail will be tried again' : 'mail given up')
}

/** Opens what waited and answers how it is sent; null when that cannot be read by anybody, however often it is tried. */
function opened(tenant: MailTenant, mail: TakenMail, { mailer }: Ways, { secret, writers }: MailWorkerOptions): (() => Promise<Sent>) | null {
  try {
    const writer = mail.kind === 'code' ? codeWriter : writers?.[mail.kind]
    if (!writer) return null
    const payload = writer.payload.parse(unseal(secret, mail.id, mail.payload))
    return async () => {
      const ready: ReadyMail = {
        ...await writer.write({ tenant, reservationId: mail.reservationId, language: mail.language }, payload),
        from: { name: tenant.firmName, address: tenant.sender }, to: mail.to, language: mail.language, messageId: `<${mail.id}@${tenant.host}>`,
      }
      return mailer?.send(ready) ?? { kind: 'again', reason: 'ENOSERVER' }
    }
  } catch {
    return null
  }
}

/** What a text message says; throws for what is of none of them. */
function smsContent(tenant: MailTenant, { kind, language }: TakenMail, content: unknown): SmsContent {
  switch (kind) {
    case 'later-sms': return laterSms(tenant, language, LaterSmsPayload.parse(content))
    case 'invitation-sms': return invitationSms(tenant, language, InvitationSmsPayload.parse(content))
    default: return codeSms(tenant, language, CodeSmsPayload.parse(content))
  }
}

/** The same of a text message (DEC-230). */
function openedSms(tenant: MailTenant, mail: TakenMail, { sms }: Ways, { secret, sms: options }: MailWorkerOptions): (() => Promise<Sent>) | null {
  try {
    const content = unseal(secret, mail.id, mail.payload)
    const { number, text } = smsContent(tenant, mail, content)
    return async () => await sms?.send({
      id: mail.id, to: number, text, usefulSeconds: Math.max(1, Math.floor((mail.expiresAt.getTime() - Date.now()) / 1000)),
      callbackUrl: `${options?.callbackBase}/provider/v1/sms/callback/${tenant.id}`,
    }) ?? { kind: 'again', reason: 'ENOSERVER' }
  } catch {
    return null
  }
}
