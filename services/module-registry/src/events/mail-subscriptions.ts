import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { Actor } from '../access/actor.ts'
import type { Change } from '../storage/ledger.ts'
import type { Tables } from '../storage/tables.ts'

/** How far a subscription was told stands under this name among receivers. */
export const mailReceiver = (id: number): string => `mail:${id}`

/**
 * The stored token that somebody calls with, or opened a console session with: what a subscription goes with (DEC-358). Null for people of the identity provider, whom
 * the registry does not see leave, and for the token of the environment.
 */
export async function tokenOf({ tx }: Pick<Change, 'tx'>, { label, session }: Actor): Promise<string | null> {
  if (session?.isByToken === false) return null
  return (await tx.selectFrom('access_token').select('label').where('label', '=', label).executeTakeFirst())?.label ?? null
}

/** Whether the token that a subscription was asked for with counts at a moment; true where there is none. */
export const isOfLivingToken = (at: RawBuilder<Date> | Date): RawBuilder<boolean> => sql<boolean>`(mail_subscription.token is null or exists (
  select from access_token where access_token.label = mail_subscription.token and access_token.revoked_at is null and (access_token.expires_at is null or access_token.expires_at > ${at})))`

/** Ends a subscription: address and how far it was told are gone, the audit says that it ended, and by whom. */
export async function endSubscription({ tx, record }: Change, id: number, actor: string): Promise<void> {
  await tx.deleteFrom('mail_subscription').where('id', '=', id).execute()
  await tx.deleteFrom('webhook_delivery').where('receiver', '=', mailReceiver(id)).execute()
  await record({ actor, action: 'mails end', subject: `mail subscription ${id}`, before: null, after: null, reason: '' })
}

/** Confirmed subscriptions whose token was revoked or is over at a moment. What was not confirmed is remembered until its day is over, for the limit of codes. */
export const subscriptionsOfEndedTokens = (database: Pick<Kysely<Tables>, 'selectFrom'>, at: Date): Promise<readonly { readonly id: number }[]> =>
  database.selectFrom('mail_subscription').select('id').where('confirmed_at', 'is not', null).where(sql<boolean>`not ${isOfLivingToken(at)}`).orderBy('id').execute()

/** Ends the mails of tokens that ended (DEC-358). */
export async function endSubscriptionsOfEndedTokens(change: Change): Promise<void> {
  for (const { id } of await subscriptionsOfEndedTokens(change.tx, change.at)) await endSubscription(change, id, 'the end of its token')
}
