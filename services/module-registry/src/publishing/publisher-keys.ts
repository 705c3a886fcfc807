import { createPublicKey } from 'node:crypto'
import { listPublisherKeys, type PublisherKeyView, revokePublisherKey, setPublisherKey } from '@checkin/registry'
import { ReleasableName } from '@checkin/releases'
import { keyIdOf } from '@checkin/releases/signing'
import { ServiceError } from '@checkin/server'
import { type RawBuilder, type Selectable, sql } from 'kysely'
import * as z from 'zod'
import { requireNoRunner } from '../attesting/one-purpose.ts'
import { changeView } from '../changes/change-view.ts'
import { addChange } from '../changes/pending-change.ts'
import type { Registry } from '../registry.ts'
import type { Change, Queries } from '../storage/ledger.ts'
import type { Tables } from '../storage/tables.ts'

/** A key that is to sign a module, as it waits for a second person. */
export const KeyRequest = z.strictObject({ module: ReleasableName, publicKey: z.string(), keyId: z.string(), from: z.optional(z.iso.datetime()) })
export type KeyRequest = z.infer<typeof KeyRequest>

/** Keys that people should know of at an instant: not revoked, and not replaced for longer than the grace time; announced ones too. */
const isListedAt = (at: Date): RawBuilder<boolean> => sql<boolean>`revoked_at is null and (retires_at is null or retires_at > ${at})`

/** Keys that are valid at an instant: listed, and not merely announced. */
export const isValidAt = (at: Date): RawBuilder<boolean> => sql<boolean>`${isListedAt(at)} and (starts_at is null or starts_at <= ${at})`

/** Days ahead that a key may be announced. */
const longestNoticeDays = 90

/** Reads an Ed25519 public key in PEM form. Throws 422 InvalidKey. */
export function readKey(module: string, publicKey: string): KeyRequest {
  try {
    if (createPublicKey(publicKey).asymmetricKeyType === 'ed25519') return { module, publicKey, keyId: keyIdOf(publicKey) }
  } catch {
    // Answered below, as for a key of another type.
  }
  throw new ServiceError(422, 'InvalidKey', 'The key must be an Ed25519 public key in PEM form')
}

/** Keys that count or will, module by module, the newest first. */
export async function listedKeys(queries: Queries, at: Date): Promise<PublisherKeyView[]> {
  const rows = await queries.selectFrom('publisher_key').selectAll().where(isListedAt(at)).orderBy('module').orderBy('added_at', 'desc').execute()
  return rows.map((row) => viewOf(row, at))
}

const viewOf = (row: Selectable<Tables['publisher_key']>, now: Date): PublisherKeyView => ({
  module: row.module, keyId: row.key_id, addedBy: row.added_by, approvedBy: row.approved_by, addedAt: row.added_at.toISOString(), retiresAt: row.retires_at?.toISOString() ?? null,
  startsAt: row.starts_at !== null && row.starts_at > now ? row.starts_at.toISOString() : null,
})

/** Whether this very key signs its module already and was not replaced. */
export async function isPresentKey({ tx }: Pick<Change, 'tx'>, { module, keyId }: KeyRequest): Promise<boolean> {
  const row = await tx.selectFrom('publisher_key').select('key_id').where('module', '=', module).where('key_id', '=', keyId)
    .where('revoked_at', 'is', null).where('retires_at', 'is', null).executeTakeFirst()
  return row !== undefined
}

export interface KeyConsent {
  readonly addedBy: string
  /** The second person; null for a key of the demo. */
  readonly approvedBy: string | null
  readonly reason: string
  /** Milliseconds in which the key before still counts. */
  readonly graceMs: number
}

/** Makes a key the one that signs a module. An announced one does from its hour on. The key before it counts for the grace time more, so that a build under way can still be published. */
export async function applyKeyRequest({ tx, at, record }: Change, stored: unknown, { addedBy, approvedBy, reason, graceMs }: KeyConsent): Promise<void> {
  const { module, publicKey, keyId, from } = KeyRequest.parse(stored)
  const starts = from !== undefined && new Date(from) > at ? new Date(from) : null
  const before = await tx.selectFrom('publisher_key').select(['key_id', 'retires_at']).where('module', '=', module).where('key_id', '!=', keyId).where(isValidAt(at)).execute()
  const retires = new Date((starts ?? at).getTime() + graceMs)
  await tx.updateTable('publisher_key').set({ retires_at: retires }).where('module', '=', module).where('key_id', '!=', keyId).where('revoked_at', 'is', null).where('retires_at', 'is', null).execute()
  const columns = { added_by: addedBy, approved_by: approvedBy, added_at: at, revoked_at: null, retires_at: null, revoked_by: null, starts_at: starts }
  await tx.insertInto('publisher_key').values({ module, key_id: keyId, public_key: publicKey, ...columns })
    .onConflict((conflict) => conflict.columns(['module', 'key_id']).doUpdateSet(columns)).execute()
  await record({
    actor: approvedBy === null ? addedBy : `${addedBy}, ${approvedBy}`, action: 'publisher key', subject: module, before: before.map((key) => key.key_id),
    after: { keyId, ...(starts && { from: starts.toISOString() }), ...(before.length > 0 && { before: 'counts', until: retires.toISOString() }) }, reason,
  })
}

/** Ends a key at once. Throws 404 UnknownKey for one that does not count and never will. */
export async function revokeKey({ tx, at, record }: Change, module: string, keyId: string, by: { readonly actor: string; readonly reason: string }): Promise<void> {
  const ended = await tx.updateTable('publisher_key').set({ revoked_at: at, revoked_by: by.actor }).where('module', '=', module).where('key_id', '=', keyId).where(isListedAt(at)).returning('key_id').executeTakeFirst()
  if (!ended) throw new ServiceError(404, 'UnknownKey', `${module} has no such key that counts`)
  await record({ ...by, action: 'revoke key', subject: module, before: keyId, after: null })
}

/** Which keys sign modules. */
export function publisherKeyRoutes({ serve, database, clock, change: changing }: Registry): void {
  serve(listPublisherKeys, async () => ({ keys: await listedKeys(database.kysely, clock()) }))

  serve(setPublisherKey, async ({ params: { module }, body: { publicKey, from, reason }, actor, reply }) => {
    const latest = clock().getTime() + longestNoticeDays * 86_400_000
    if (from !== undefined && Date.parse(from) > latest) throw new ServiceError(400, 'InvalidRequest', `A key is announced ${longestNoticeDays} days ahead at most`)
    const request = { ...readKey(module, publicKey), ...(from !== undefined && { from }) }
    await requireNoRunner(database.kysely, request.keyId)
    const pending = await changing(async (change) => (await isPresentKey(change, request) ? null
      : addChange(change, { kind: 'publisher-key', everyone: false, request, shown: { keyId: request.keyId, ...(from !== undefined && { from }) }, reason, needs: ['publisher-key'], subject: module, actor, hosts: [] })))
    if (pending === null) return { module, keyId: request.keyId }
    void reply.code(202)
    return { change: await changeView(database.kysely, pending, actor) }
  })

  serve(revokePublisherKey, ({ params: { module, keyId }, query: { reason }, actor }) => changing(async (change) => {
    await revokeKey(change, module, keyId, { actor: actor.label, reason })
    return { keys: (await listedKeys(change.tx, change.at)).filter((key) => key.module === module) }
  }))
}
