import { randomBytes } from 'node:crypto'
import type { PasskeyView } from '@checkin/registry'
import { ServiceError } from '@checkin/server'
import { type Selectable, sql } from 'kysely'
import * as z from 'zod'
import { addChange } from '../../changes/pending-change.ts'
import type { Change, Queries } from '../../storage/ledger.ts'
import type { Tables } from '../../storage/tables.ts'
import { type Actor, personOf } from '../actor.ts'
import { endSessions } from '../console-sessions.ts'
import { type Identity, personAlone, personName } from '../identity.ts'
import type { Credential } from './authenticator.ts'
import { livePasskeys, mayBegin } from './second-factor.ts'

type Row = Selectable<Tables['operator_passkey']>

/** A passkey as people see it. */
export const passkeyView = (row: Row, reader: Actor): PasskeyView => ({
  id: row.id, person: row.person, name: row.name, addedAt: row.added_at.toISOString(), lastUsedAt: row.last_used_at?.toISOString() ?? null,
  revokedAt: row.revoked_at?.toISOString() ?? null, revokedBy: row.revoked_by, isOwn: row.person === personOf(reader),
})

/** The session that is confirmed, and the hash of its next secret. */
export interface Confirmed {
  readonly session: string
  readonly hash: string
}

/** Makes a session one that a passkey confirmed, with another secret. Throws 404 NoSession for one that ended meanwhile. */
async function confirm({ tx, at }: Change, { session, hash }: Confirmed, passkey: string): Promise<void> {
  const done = await tx.updateTable('console_session').set({ passkey_id: passkey, passkey_at: at, hash }).where('id', '=', session).where('ended_at', 'is', null).returning('id').executeTakeFirst()
  if (!done) throw new ServiceError(404, 'NoSession', 'There is no such session')
}

/** Stores a person's new passkey, which confirms the session too. Throws 409 PasskeyKnown, 403 ResetNeeded where only a token is behind it and that is not enough. */
export async function addPasskey(change: Change, actor: Actor, { name, credential, confirmed, isConfirmed }: { readonly name: string; readonly credential: Credential; readonly confirmed: Confirmed; readonly isConfirmed: boolean }): Promise<Row> {
  const { tx, at, record } = change
  const person = personOf(actor)
  if (!isConfirmed && !await mayBegin(tx, person, at)) throw new ServiceError(403, 'ResetNeeded', 'Your passkeys were revoked: two administrators have to reset them')
  const row = await tx.insertInto('operator_passkey').values({
    id: randomBytes(9).toString('base64url'), person, name, credential_id: credential.credentialId, public_key: credential.publicKey, counter: credential.counter, transports: [...credential.transports], added_at: at, last_used_at: at,
  }).onConflict((conflict) => conflict.doNothing()).returningAll().executeTakeFirst()
  if (!row) throw new ServiceError(409, 'PasskeyKnown', 'This passkey is, or was, registered already')
  await tx.deleteFrom('operator_passkey_reset').where('person', '=', person).execute()
  await confirm(change, confirmed, row.id)
  await record({ actor: actor.label, action: 'add passkey', subject: person, before: null, after: { passkey: row.id, name, session: confirmed.session, by: isConfirmed ? 'passkey' : 'token' }, reason: '' })
  return row
}

/** Confirms a session by a passkey that signed. Throws 403 PasskeyCopied where its authenticator made no more signatures than are known, 403 PasskeyRefused for one that ended meanwhile. */
export async function confirmSession(change: Change, actor: Actor, passkey: string, counter: number, confirmed: Confirmed): Promise<void> {
  const { tx, at, record } = change
  const row = await livePasskeys(tx, personOf(actor)).where('id', '=', passkey).forUpdate().executeTakeFirst()
  if (!row) throw new ServiceError(403, 'PasskeyRefused', 'This passkey does not confirm you here; try again')
  // An authenticator that counts counts up (WebAuthn Level 3, section 7.2, step 22): an older count is a copy of it.
  if ((counter > 0 || row.counter > 0) && counter <= row.counter) throw new ServiceError(403, 'PasskeyCopied', 'Somebody may have a copy of this passkey; ask an administrator to revoke it')
  await tx.updateTable('operator_passkey').set({ counter, last_used_at: at }).where('id', '=', row.id).execute()
  await confirm(change, confirmed, row.id)
  await record({ actor: actor.label, action: 'confirm session', subject: row.person, before: null, after: { passkey: row.id, name: row.name, session: confirmed.session }, reason: '' })
}

/** Ends a passkey and the sessions that it confirmed. Throws 404 UnknownPasskey, 409 LastPasskey for one's own last one. */
export async function endPasskey(change: Change, id: string, by: { readonly actor: Actor; readonly mayEndAll: boolean; readonly reason: string }): Promise<Row> {
  const { tx, at, record } = change
  const person = personOf(by.actor)
  const row = await tx.selectFrom('operator_passkey').selectAll().where('id', '=', id).$if(!by.mayEndAll, (query) => query.where('person', '=', person)).executeTakeFirst()
  if (!row) throw new ServiceError(404, 'UnknownPasskey', 'There is no such passkey')
  if (row.revoked_at !== null) return row
  if (row.person === person && (await livePasskeys(tx, person).execute()).length === 1) throw new ServiceError(409, 'LastPasskey', 'This is your only passkey: add another one first')
  const ended = await tx.updateTable('operator_passkey').set({ revoked_at: at, revoked_by: by.actor.label }).where('id', '=', id).returningAll().executeTakeFirstOrThrow()
  await record({ actor: by.actor.label, action: 'revoke passkey', subject: row.person, before: { passkey: id, name: row.name }, after: null, reason: by.reason })
  await endSessions(change, { confirmedWith: [id] }, { actor: by.actor.label, reason: by.reason })
  return ended
}

/** A reset as it waits for a second person. */
export const PasskeyReset = z.strictObject({ person: z.string() })

/** Who profits from a reset, and may not approve it. */
export const personsOfReset = (stored: unknown): Identity => personAlone(PasskeyReset.parse(stored).person)

/** Hours in which the person has to register the next passkey. */
const resetHours = 24

/** Proposes to a second person that somebody may register a passkey anew. Throws 404 UnknownPerson for who never had one. Answers the change's number. */
export async function proposeReset(change: Change, named: string, reason: string, actor: Actor): Promise<number> {
  const person = personName(named)
  if (!await change.tx.selectFrom('operator_passkey').select('id').where('person', '=', person).limit(1).executeTakeFirst()) throw new ServiceError(404, 'UnknownPerson', `${named} has no passkey to be reset`)
  return addChange(change, { kind: 'passkey-reset', everyone: false, request: { person }, shown: { person }, reason, needs: ['passkey-reset'], subject: person, actor, hosts: [] })
}

/** Ends all passkeys of a person with their sessions, and lets the person register one with a token alone for a day. */
export async function applyReset(change: Change, stored: unknown, by: { readonly actor: string; readonly reason: string }): Promise<void> {
  const { person } = PasskeyReset.parse(stored)
  const { tx, at, record } = change
  const ended = await tx.updateTable('operator_passkey').set({ revoked_at: at, revoked_by: by.actor }).where('person', '=', person).where('revoked_at', 'is', null).returning('id').execute()
  const until = new Date(at.getTime() + resetHours * 3_600_000)
  await tx.insertInto('operator_passkey_reset').values({ person, until }).onConflict((conflict) => conflict.column('person').doUpdateSet({ until })).execute()
  await record({ ...by, action: 'reset passkeys', subject: person, before: { passkeys: ended.map(({ id }) => id) }, after: { until: until.toISOString() } })
  await endSessions(change, { confirmedWith: ended.map(({ id }) => id) }, by)
}

/** Records that an answer of a passkey counted backwards; in a change of its own, because the answer itself is refused. */
export const recordCopy = ({ record }: Change, actor: Actor, passkey: string): Promise<void> =>
  record({ actor: actor.label, action: 'passkey refused', subject: personOf(actor), before: null, after: { passkey }, reason: 'its count of signatures went back' })

/** Passkeys, newest first: everybody's, or one person's. */
export const passkeysOf = (queries: Queries, person: string | null) =>
  queries.selectFrom('operator_passkey').selectAll().$if(person !== null, (query) => query.where('person', '=', person ?? '')).orderBy(sql`revoked_at is not null`).orderBy('added_at', 'desc').orderBy('id').limit(500).execute()
