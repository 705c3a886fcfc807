import type { RolloutEvent } from '@checkin/registry'
import { backoffSeconds, type Database, repeat, type Repeated } from '@checkin/server'
import type { Mailer, SmtpSettings } from '@checkin/server/mail'
import type { OutboundRules } from '@checkin/server/outbound'
import { type Selectable, sql } from 'kysely'
import type { Tables } from '../storage/tables.ts'
import { type Due, noteAttempt, takeDue } from './delivery.ts'
import { isOfLivingToken, mailReceiver } from './mail-subscriptions.ts'
import { eventsMail, isTenantEvent, leaveAddress, type MailPlaces } from './mail-text.ts'

/** By which server, from which address and with links to which console mails on rollout events leave. */
export interface RolloutMailSettings extends MailPlaces {
  readonly smtp: SmtpSettings
  /** Which mail servers may be called; null is the one that is named. */
  readonly rules: OutboundRules
  readonly from: string
}

/** The same with the server opened. */
export interface RolloutMail extends MailPlaces {
  readonly mailer: Mailer
  readonly from: string
}

export interface MailWork {
  readonly database: Database<Tables>
  readonly mail: RolloutMail
  readonly log: { readonly warn: (details: object, message: string) => void; readonly error: (details: object, message: string) => void }
  readonly everyMs: number
}

type Subscription = Selectable<Tables['mail_subscription']>

/** Seconds between two mails of one subscription: what happens meanwhile comes together. */
const pauseSeconds = 60
/** Seconds until an address is tried again that the mail server will not take. */
const refusedSeconds = 3600
/** An address that was not reached for so long is forgotten. */
const forgottenAfterDays = 7

/** Mails what happens to releases to confirmed addresses, each until the mail server has taken it (DEC-354). As many processes as wanted may run one. */
export function startMailEvents({ database, mail, log, everyMs }: MailWork): Repeated<void> {
  const dispatch = async (): Promise<void> => {
    await forgetUnreached(database)
    for (const subscription of await subscriptionsDue(database)) if (!await notify(subscription, { database, mail, log })) return
  }
  return repeat(dispatch, everyMs, (error) => { log.error({ err: error }, 'mails on rollout events cannot be sent') })
}

/** Those of living tokens that may be told something. Only a confirmed one has a note of how far it was told. `takeDue` decides; what is not due is left out for the sake of its transaction. */
const subscriptionsDue = (database: Database<Tables>): Promise<Subscription[]> =>
  database.kysely.selectFrom('mail_subscription').selectAll().where(isOfLivingToken(sql<Date>`now()`))
    .where(sql<boolean>`exists (select from webhook_delivery told where told.receiver = 'mail:' || mail_subscription.id and told.next_attempt_at <= now() and told.delivered < (select last_entry from ledger))`)
    .orderBy('id').execute()

/** One try for one subscription. False where the mail server is away, so that the others need not wait for it one by one. */
async function notify(subscription: Subscription, { database, mail, log }: Omit<MailWork, 'everyMs'>): Promise<boolean> {
  const receiver = mailReceiver(subscription.id)
  const due = await takeDue(database, receiver)
  if (!due) return true
  const events = await concerning(database, subscription, due)
  if (events.length === 0) {
    await noteAttempt(database, receiver, due, { pauseSeconds: 0 })
    return true
  }
  const sent = await mail.mailer.send({
    from: { name: 'Releases', address: mail.from }, to: subscription.address, ...eventsMail(events, subscription.leave_code, mail), language: 'en', unsubscribe: leaveAddress(subscription.leave_code, mail),
    messageId: `<rollout-${subscription.id}-${due.after + 1}-${due.upTo}@${mail.from.split('@')[1] ?? 'localhost'}>`,
  })
  await noteAttempt(database, receiver, due, sent.kind === 'sent' ? { pauseSeconds } : { reason: sent.reason, pauseSeconds: sent.kind === 'never' ? refusedSeconds : backoffSeconds(due.attempts) })
  if (sent.kind !== 'sent') log.warn({ subscription: subscription.id, attempt: due.attempts, reason: sent.reason }, 'a mail on rollout events will be sent again')
  return sent.kind !== 'again'
}

/** Of what happened, what a subscription is for and whoever asked for it may see. */
async function concerning({ kysely }: Database<Tables>, { events: types, groups, hosts, reach: reachThen, token }: Subscription, { events }: Due): Promise<RolloutEvent[]> {
  // A token that was limited since reaches what it reaches now; a person of the identity provider, what the session reached.
  const holder = token === null ? undefined : await kysely.selectFrom('access_token').select('hosts').where('label', '=', token).executeTakeFirst()
  const reach = holder ? holder.hosts : reachThen
  const members = groups.length === 0 ? [] : (await kysely.selectFrom('tenant_option').select(['host', 'groups']).execute()).filter((tenant) => tenant.groups.some((group) => groups.includes(group))).map(({ host }) => host)
  const isOfAll = groups.length + hosts.length === 0
  const chosen = new Set([...hosts, ...members])
  return events.filter((event) => {
    if (types.length > 0 && !types.includes(event.type)) return false
    // What is about a version belongs to no tenant: it is told to who is told of all.
    if (!isTenantEvent(event)) return isOfAll && reach === null
    return (reach === null || reach.includes(event.subject)) && (isOfAll || chosen.has(event.subject))
  })
}

/** An address and how far it was told go together. */
async function forgetUnreached({ kysely }: Database<Tables>): Promise<void> {
  await kysely.with('gone', (queries) => queries.deleteFrom('webhook_delivery').where('receiver', 'like', 'mail:%').where('failing_since', '<', sql<Date>`now() - make_interval(days => ${forgottenAfterDays})`).returning('receiver'))
    .deleteFrom('mail_subscription').where(sql<boolean>`'mail:' || id in (select receiver from gone)`).execute()
}
