import { addMailSubscription, confirmMailSubscription, endMailSubscription, listMailSubscriptions, type MailSubscription, unsubscribeMail } from '@checkin/registry'
import { ServiceError } from '@checkin/server'
import { type Selectable, sql } from 'kysely'
import { type Actor, isAdministrator, personOf } from '../access/actor.ts'
import { hashOf, newToken } from '../access/token-secret.ts'
import type { Registry } from '../registry.ts'
import type { Change } from '../storage/ledger.ts'
import type { Tables } from '../storage/tables.ts'
import { startDelivery } from './delivery.ts'
import { endSubscription, isOfLivingToken, mailReceiver, tokenOf } from './mail-subscriptions.ts'
import { confirmMail } from './mail-text.ts'

type Row = Selectable<Tables['mail_subscription']>

/** How long a mailed code counts, in milliseconds; so long an address that did not answer is remembered. */
const codeMs = 24 * 3_600_000
/** Subscriptions of one person, those that are not confirmed among them. */
const mostOfPerson = 10
/** Unanswered codes that one address is sent within a day, whoever asks. */
const mostUnanswered = 3

/** Mails on rollout events: who is told, and how that ends (DEC-354). Neither log nor audit has an address. */
export function mailSubscriptionRoutes({ serve, database, clock, mail, changeOf }: Registry): void {
  const failing = async (): Promise<ReadonlyMap<string, Date>> => new Map((await database.kysely.selectFrom('webhook_delivery').select(['receiver', 'failing_since']).where('receiver', 'like', 'mail:%').execute())
    .flatMap((row) => (row.failing_since === null ? [] : [[row.receiver, row.failing_since]])))

  serve(listMailSubscriptions, async ({ actor }) => {
    const rows = await database.kysely.selectFrom('mail_subscription').selectAll().$if(!isAdministrator(actor), (query) => query.where('person', '=', personOf(actor)))
      .where((where) => where.or([where('confirmed_at', 'is not', null), where('made_at', '>', new Date(clock().getTime() - codeMs))])).orderBy('id', 'desc').execute()
    const since = await failing()
    return { configured: mail !== null, subscriptions: rows.map((row) => viewOf(row, since.get(mailReceiver(row.id)) ?? null)) }
  })

  serve(addMailSubscription, async ({ body, actor }) => {
    if (mail === null) throw new ServiceError(409, 'MailNotConfigured', 'This installation sends no mail on rollout events: CHECKIN_REGISTRY_MAIL_FROM is not set')
    const code = newCode()
    const row = await changeOf('mail subscriptions', (change) => asked(change, { ...body, code, actor }))
    const sent = await mail.mailer.send({ from: { name: 'Releases', address: mail.from }, to: row.address, ...confirmMail(code, actor.label, mail), language: 'en', messageId: `<rollout-confirm-${row.id}@${mail.from.split('@')[1] ?? 'localhost'}>` })
    if (sent.kind === 'sent') return viewOf(row, null)
    await database.kysely.deleteFrom('mail_subscription').where('id', '=', row.id).execute()
    throw new ServiceError(502, 'MailNotTaken', `The mail server did not take the mail (${sent.reason}): ${sent.kind === 'never' ? 'look at the address' : 'try again later'}`)
  })

  serve(confirmMailSubscription, ({ body: { code }, actor }) => changeOf('mail subscriptions', async ({ tx, at, record }) => {
    const row = await tx.selectFrom('mail_subscription').selectAll().where('code_hash', '=', hashOf(code)).where(isOfLivingToken(at)).executeTakeFirst()
    if (!row || (row.confirmed_at === null && row.made_at.getTime() + codeMs <= at.getTime())) throw new ServiceError(404, 'UnknownCode', 'This code is not known, or older than a day: ask for another mail')
    if (row.confirmed_at !== null) return viewOf(row, null)
    await tx.updateTable('mail_subscription').set({ confirmed_at: at }).where('id', '=', row.id).execute()
    await startDelivery(tx, mailReceiver(row.id))
    await record({ actor: actor.label, action: 'mails begin', subject: `mail subscription ${row.id}`, before: null, after: { events: row.events, groups: row.groups, hosts: row.hosts, by: row.actor }, reason: '' })
    return viewOf({ ...row, confirmed_at: at }, null)
  }))

  serve(endMailSubscription, ({ params: { id }, actor }) => changeOf('mail subscriptions', async (change) => {
    const row = await change.tx.selectFrom('mail_subscription').selectAll().where('id', '=', id).executeTakeFirst()
    if (!row || (row.person !== personOf(actor) && !isAdministrator(actor))) throw new ServiceError(404, 'UnknownSubscription', `There is no mail subscription ${id}`)
    // It is remembered until its day is over, so that nobody is sent one code after the other.
    if (row.confirmed_at === null) throw new ServiceError(409, 'NotConfirmed', 'It sends nothing, and is forgotten a day after it was asked for')
    await endSubscription(change, row.id, actor.label)
    return { ended: true as const }
  }))

  serve(unsubscribeMail, ({ body: { code } }) => changeOf('mail subscriptions', async (change) => {
    const row = await change.tx.selectFrom('mail_subscription').selectAll().where('leave_code', '=', code).executeTakeFirst()
    if (row) await endSubscription(change, row.id, 'the address itself')
    return { ended: true as const }
  }))
}

/** 256 random bits; not of the form of an access token, which it is not. */
const newCode = (): string => newToken().slice('crt_'.length)

interface Asked extends Pick<MailSubscription, 'address' | 'events' | 'groups' | 'hosts'> {
  readonly code: string
  readonly actor: Actor
}

/** Stores what somebody asks for until its code comes back. Throws TooManySubscriptions. */
async function asked({ tx, at }: Change, { address, events, groups, hosts, code, actor }: Asked): Promise<Row> {
  await tx.deleteFrom('mail_subscription').where('confirmed_at', 'is', null).where('made_at', '<=', new Date(at.getTime() - codeMs)).execute()
  const count = async (of: 'person' | 'address'): Promise<number> => {
    const condition = of === 'person' ? sql<boolean>`person = ${personOf(actor)}` : sql<boolean>`lower(address) = ${address.toLowerCase()} and confirmed_at is null`
    return Number((await tx.selectFrom('mail_subscription').select(({ fn }) => fn.countAll().as('count')).where(condition).executeTakeFirstOrThrow()).count)
  }
  if (await count('person') >= mostOfPerson) throw new ServiceError(429, 'TooManySubscriptions', `${mostOfPerson} subscriptions are yours already: end one first`)
  if (await count('address') >= mostUnanswered) throw new ServiceError(429, 'TooManySubscriptions', 'This address did not answer the codes of the last day: use one of them, or try tomorrow')
  return tx.insertInto('mail_subscription').values({
    address, events: JSON.stringify(events), groups: JSON.stringify(groups), hosts: JSON.stringify(hosts), reach: actor.hosts === null ? null : JSON.stringify(actor.hosts), token: await tokenOf({ tx }, actor),
    person: personOf(actor), actor: actor.label, made_at: at, code_hash: hashOf(code), leave_code: newCode(),
  }).returningAll().executeTakeFirstOrThrow()
}

const viewOf = ({ id, address, events, groups, hosts, actor, made_at: madeAt, confirmed_at: confirmedAt }: Row, failingSince: Date | null): MailSubscription => ({
  id, address, events, groups, hosts, state: confirmedAt === null ? 'unconfirmed' : 'active', confirmBy: confirmedAt === null ? new Date(madeAt.getTime() + codeMs).toISOString() : null,
  by: actor, madeAt: madeAt.toISOString(), failingSince: failingSince?.toISOString() ?? null,
})
