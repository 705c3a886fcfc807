import { createPublicKey } from 'node:crypto'
import { ServiceError, type Database } from '@checkin/server'
import { ReleasableName } from '@checkin/releases'
import { keyIdOf } from '@checkin/releases/signing'
import { sql, type RawBuilder, type Selectable } from 'kysely'
import * as z from 'zod'
import type { Change } from '../../storage/ledger.ts'
import type { PublisherKeyTable, Tables } from '../../storage/tables.ts'
import type { PublisherKeyView } from './publisher-keys.contract.ts'

/** A key that is to sign a module from now on, as it waits for a second person. */
export const KeyWish = z.strictObject({ module: ReleasableName, publicKey: z.string(), keyId: z.string() })
export type KeyWish = z.infer<typeof KeyWish>

/** Keys that count at an instant: not revoked, and not longer replaced than the grace time. */
export const isCounting = (at: Date): RawBuilder<boolean> => sql<boolean>`revoked_at is null and (retires_at is null or retires_at > ${at})`

/** Reads an Ed25519 public key in PEM form. Throws 422 InvalidKey. */
export function readKey(module: string, publicKey: string): KeyWish {
  try {
    if (createPublicKey(publicKey).asymmetricKeyType === 'ed25519') return { module, publicKey, keyId: keyIdOf(publicKey) }
  } catch {
    // Answered below like a key of another kind.
  }
  throw new ServiceError(422, 'InvalidKey', 'The key must be an Ed25519 public key in PEM form')
}

/** Keys that count, module by module, the newest first. */
export async function countingKeys(queries: Pick<Database<Tables>['kysely'], 'selectFrom'>, at: Date): Promise<z.infer<typeof PublisherKeyView>[]> {
  const rows = await queries.selectFrom('publisher_key').selectAll().where(isCounting(at)).orderBy('module').orderBy('added_at', 'desc').execute()
  return rows.map(viewOf)
}

const viewOf = (row: Selectable<PublisherKeyTable>): z.infer<typeof PublisherKeyView> => ({
  module: row.module, keyId: row.key_id, addedBy: row.added_by, approvedBy: row.approved_by, addedAt: row.added_at.toISOString(), retiresAt: row.retires_at?.toISOString() ?? null,
})

/** Whether this very key signs its module already and was not replaced. */
export async function holdsAlready({ tx }: Pick<Change, 'tx'>, { module, keyId }: KeyWish): Promise<boolean> {
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

/** Makes a key the one that signs a module. The key before it counts for the grace time more, so that a build under way can still be published. */
export async function applyKeyWish({ tx, at, record }: Change, kept: unknown, { addedBy, approvedBy, reason, graceMs }: KeyConsent): Promise<void> {
  const { module, publicKey, keyId } = KeyWish.parse(kept)
  const before = await tx.selectFrom('publisher_key').select(['key_id', 'retires_at']).where('module', '=', module).where('key_id', '!=', keyId).where(isCounting(at)).execute()
  const retires = new Date(at.getTime() + graceMs)
  await tx.updateTable('publisher_key').set({ retires_at: retires }).where('module', '=', module).where('key_id', '!=', keyId).where('revoked_at', 'is', null).where('retires_at', 'is', null).execute()
  const columns = { added_by: addedBy, approved_by: approvedBy, added_at: at, revoked_at: null, retires_at: null, revoked_by: null }
  await tx.insertInto('publisher_key').values({ module, key_id: keyId, public_key: publicKey, ...columns })
    .onConflict((conflict) => conflict.columns(['module', 'key_id']).doUpdateSet(columns)).execute()
  await record({
    actor: approvedBy === null ? addedBy : `${addedBy}, ${approvedBy}`, action: 'publisher key', subject: module, before: before.map((key) => key.key_id),
    after: { keyId, ...(before.length > 0 && { before: 'counts', until: retires.toISOString() }) }, reason,
  })
}

/** Ends a key at once. Throws 404 UnknownKey for one that does not count. */
export async function endKey({ tx, at, record }: Change, module: string, keyId: string, by: { readonly actor: string; readonly reason: string }): Promise<void> {
  const ended = await tx.updateTable('publisher_key').set({ revoked_at: at, revoked_by: by.actor }).where('module', '=', module).where('key_id', '=', keyId).where(isCounting(at)).returning('key_id').executeTakeFirst()
  if (!ended) throw new ServiceError(404, 'UnknownKey', `${module} has no such key that counts`)
  await record({ ...by, action: 'revoke key', subject: module, before: keyId, after: null })
}
