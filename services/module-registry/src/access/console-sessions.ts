import { randomBytes } from 'node:crypto'
import type { Request } from '@checkin/http'
import type { ConsoleSessionView, openConsoleSession, Role } from '@checkin/registry'
import { type Database, openPersonToken, type Person, ServiceError } from '@checkin/server'
import { type Selectable, sql } from 'kysely'
import type { Change } from '../storage/ledger.ts'
import type { Tables } from '../storage/tables.ts'
import { type Actor, personOf } from './actor.ts'
import { personAlone } from './identity.ts'
import { passkeyDue, type SecondFactor } from './passkeys/second-factor.ts'

/** When sessions at the console end (DEC-143), in milliseconds. */
export interface SessionLimits {
  /** Without anything that a person does. */
  readonly idleMs: number
  /** In any case. */
  readonly totalMs: number
}

/** Half an hour and twelve hours. */
export const usualSessionLimits: SessionLimits = { idleMs: 30 * 60_000, totalMs: 12 * 3_600_000 }

/** Roles that the console may vouch for; publishing stays with the keys of modules. */
const personRoles: readonly string[] = ['operator', 'approver', 'support', 'viewer'] satisfies Role[]

/** A person whom the console vouches for, and until when; null for whom it does not, and for a role that it may not give. */
export function vouchedFor(personSecret: string | undefined, token: string, now: Date): { readonly person: Person; readonly until: Date } | null {
  const opened = personSecret === undefined ? null : openPersonToken(personSecret, token, now.getTime())
  return opened && personRoles.includes(opened.person.role) ? { person: opened.person, until: new Date(opened.until) } : null
}

/** A vouched-for person as caller. Identity is issuer and subject; the name and, for proposals of before, the bare subject count too, so that nobody is two by them. */
export function personActor({ label, role, hosts, issuer, subject }: Person): Actor {
  const names = subject === undefined ? [] : [`subject ${subject}`, ...(issuer === undefined ? [] : [`subject ${issuer} ${subject}`])]
  return { label, role: role as Role, module: null, hosts, identity: personAlone(label, ...names) }
}

/** What begins the secret of a session. */
const prefix = 'cse_'

/** Whether a bearer is a session's secret; says nothing about whether there is one. */
export const isSessionSecret = (bearer: string): boolean => bearer.startsWith(prefix)

type Row = Selectable<Tables['console_session']>

/** Milliseconds between two updates of when a session was seen. */
const seenEveryMs = 60_000

export interface SessionLookup {
  readonly kysely: Database<Tables>['kysely']
  readonly limits: SessionLimits
  readonly secondFactor: SecondFactor
  /** The holder of a token by its hash; null when it has ended. */
  readonly holderOf: (hash: string) => Promise<Actor | null>
}

/** Sessions that have not ended; a person who does something keeps one from ending. */
const isOpen = ({ idleMs }: SessionLimits, now: Date) =>
  sql<boolean>`(console_session.ended_at is null and console_session.ends_at > ${now} and console_session.last_seen_at > ${new Date(now.getTime() - idleMs)})`

/** Who a session's secret stands for; null for one that has ended, or whose token has. */
export async function findSession({ kysely, limits, secondFactor, holderOf }: SessionLookup, hash: string, { now, isActive }: { readonly now: Date; readonly isActive: boolean }): Promise<Actor | null> {
  const row = await kysely.selectFrom('console_session').selectAll().where('hash', '=', hash).where(isOpen(limits, now)).executeTakeFirst()
  if (!row) return null
  const holder = row.token_hash === null ? personActor(signedInPerson(row)) : await holderOf(row.token_hash)
  if (!holder) return null
  if (isActive && now.getTime() - row.last_seen_at.getTime() > seenEveryMs) await kysely.updateTable('console_session').set({ last_seen_at: now }).where('id', '=', row.id).execute()
  const isByToken = row.token_hash !== null
  const isConfirmed = row.passkey_at !== null
  // Asked with each call: a session from before the person had a passkey, or before the setting, is held to it too.
  const isPasskeyDue = isByToken && !isConfirmed && await passkeyDue(kysely, secondFactor, personOf(holder), now) !== null
  return { ...holder, session: { id: row.id, isCheckDue: row.checked_until !== null && row.checked_until <= now, isByToken, isConfirmed, isPasskeyDue } }
}

const signedInPerson = ({ label, role, hosts, issuer, subject }: Row): Person =>
  ({ label, role, hosts, ...(issuer !== null && { issuer }), ...(subject !== null && { subject }) })

/** Keeps a name to one person of the identity providers. Throws 403 NameTaken. */
async function claimName({ tx }: Change, { issuer, subject, label }: Person): Promise<void> {
  if (issuer === undefined || subject === undefined) return
  const other = await tx.selectFrom('operator_account').select('subject').where(sql<boolean>`lower(label) = lower(${label})`)
    .where(sql<boolean>`(issuer, subject) <> (${issuer}, ${subject})`).executeTakeFirst()
  if (other) throw new ServiceError(403, 'NameTaken', 'Somebody else has signed in by this name before; ask your administrator')
  await tx.insertInto('operator_account').values({ issuer, subject, label }).onConflict((conflict) => conflict.columns(['issuer', 'subject']).doUpdateSet({ label })).execute()
}

/** Whoever opens a session: the holder of a stored token by its hash, or a person until an instant. */
export type Opener = { readonly kind: 'token'; readonly actor: Actor; readonly hash: string } | { readonly kind: 'person'; readonly person: Person; readonly until: Date }

/** Opens a session and records it. Throws 403 NameTaken. */
export async function openSession(change: Change, opener: Opener, { hash, agent, refresh }: Request<typeof openConsoleSession>['body'], { totalMs }: SessionLimits): Promise<ConsoleSessionView> {
  const { tx, at, record } = change
  if (opener.kind === 'person') await claimName(change, opener.person)
  const { label, role, hosts } = opener.kind === 'person' ? personActor(opener.person) : opener.actor
  const id = randomBytes(9).toString('base64url')
  const row = await tx.insertInto('console_session').values({
    id, hash, label, role, hosts: hosts && [...hosts], agent, refresh: refresh ?? null, created_at: at, last_seen_at: at, ends_at: new Date(at.getTime() + totalMs),
    ...(opener.kind === 'person'
      ? { token_hash: null, issuer: opener.person.issuer ?? null, subject: opener.person.subject ?? null, checked_until: opener.until }
      : { token_hash: opener.hash, issuer: null, subject: null, checked_until: null }),
  }).returningAll().executeTakeFirstOrThrow()
  await record({ actor: label, action: 'sign in', subject: label, before: null, after: { session: id, role, agent, ...(row.issuer !== null && { issuer: row.issuer }) }, reason: '' })
  return sessionView(row, id)
}

/** Stores what the identity provider says of a session's person now. Throws 403 OtherPerson for somebody else. */
export async function checkSession(change: Change, id: string, { person, until, refresh }: { readonly person: Person; readonly until: Date; readonly refresh: string | undefined }): Promise<ConsoleSessionView> {
  const before = await change.tx.selectFrom('console_session').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
  if (before.subject === null || before.issuer !== (person.issuer ?? null) || before.subject !== person.subject) throw new ServiceError(403, 'OtherPerson', 'This is another person than who signed in')
  await claimName(change, person)
  const { label, role, hosts } = personActor(person)
  const row = await change.tx.updateTable('console_session').set({ label, role, hosts: hosts && [...hosts], checked_until: until, ...(refresh !== undefined && { refresh }) }).where('id', '=', id).returningAll().executeTakeFirstOrThrow()
  if (role !== before.role || JSON.stringify(hosts) !== JSON.stringify(before.hosts)) {
    await change.record({ actor: label, action: 'role changed', subject: label, before: { role: before.role, hosts: before.hosts }, after: { role, hosts, session: id }, reason: 'said by the identity provider' })
  }
  return sessionView(row, id)
}

/** Which sessions are meant. */
export type SessionChoice = { readonly id: string } | { readonly of: Actor } | { readonly openedWith: readonly string[] } | { readonly confirmedWith: readonly string[] }

/** The condition that picks a person's own sessions. */
const ofActor = ({ label }: Pick<Actor, 'label'>) => sql<boolean>`lower(label) = lower(${label})`

/** The condition that picks the sessions of a choice. */
function isChosen(choice: SessionChoice) {
  if ('id' in choice) return sql<boolean>`id = ${choice.id}`
  if ('confirmedWith' in choice) return sql<boolean>`passkey_id = any(${[...choice.confirmedWith]}::text[])`
  return 'of' in choice ? ofActor(choice.of) : sql<boolean>`token_hash = any(${[...choice.openedWith]}::text[])`
}

/** Ends sessions and records each. Answers how many had not ended. */
export async function endSessions({ tx, at, record }: Change, choice: SessionChoice, by: { readonly actor: string; readonly reason: string }): Promise<number> {
  const ended = await tx.updateTable('console_session').set({ ended_at: at, ended_by: by.actor, refresh: null }).where('ended_at', 'is', null).where('ends_at', '>', at)
    .where(isChosen(choice)).returning(['id', 'label']).execute()
  for (const { id, label } of ended) await record({ ...by, action: 'end session', subject: label, before: { session: id }, after: null })
  return ended.length
}

/** Open sessions, newest first: everybody's, or those of one person. */
export async function openSessions(kysely: Database<Tables>['kysely'], limits: SessionLimits, now: Date, of: Actor | null): Promise<readonly Row[]> {
  return kysely.selectFrom('console_session').selectAll().where(isOpen(limits, now)).$if(of !== null, (query) => query.where(ofActor(of ?? { label: '' }))).orderBy('created_at', 'desc').orderBy('id').limit(500).execute()
}

/** Days for which an ended session is kept. */
const keptDays = 30

/** Deletes sessions that ended a month ago; the audit has them for ever. */
export async function deleteOldSessions({ tx, at }: Pick<Change, 'tx' | 'at'>): Promise<void> {
  await tx.deleteFrom('console_session').where('ends_at', '<', new Date(at.getTime() - keptDays * 86_400_000)).execute()
}

/** A stored session as people see it; `present` is the id of the one that asks. */
export const sessionView = (row: Row, present: string | null): ConsoleSessionView => ({
  id: row.id, label: row.label, role: row.role, hosts: row.hosts, issuer: row.issuer, agent: row.agent, createdAt: row.created_at.toISOString(), lastSeenAt: row.last_seen_at.toISOString(),
  endsAt: row.ends_at.toISOString(), isPresent: row.id === present, isConfirmed: row.passkey_at !== null,
})
