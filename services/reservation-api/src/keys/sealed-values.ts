import { KeysUnavailable, type Database } from '@checkin/server'
import type { QueryExecutorProvider } from 'kysely'
import { seal, unseal } from '../database/seal.ts'
import { searchHash, type DataKey, type DataKeys } from './tenant-keys.ts'

/** Where a sealed value stands: at any other place it does not open. */
export interface Place {
  readonly table: string
  readonly column: string
  /** Id of the row. */
  readonly row: string
}

/** The columns of a row that has a sealed value, or none. */
export interface SealedColumns {
  readonly sealed: Buffer | null
  readonly sealed_with: string | null
}

/** What a row has that is not sealed. */
export const unsealed: SealedColumns = { sealed: null, sealed_with: null }

interface Bound {
  readonly tenantId: string
  readonly keys: DataKeys
}

/** The keys that a transaction works with: those of its tenant. Kept beside it, because whatever reads a row is given the transaction and nothing else. */
const bound = new WeakMap<object, Bound>()

/** A database whose transactions open and seal what is personal with the keys of their tenant (decision 0190). */
export function withDataKeys<Tables>(database: Database<Tables>, keys: DataKeys): Database<Tables> {
  const binding = <Transaction extends object, Result>(tenantId: string, work: (transaction: Transaction) => Promise<Result>) => (transaction: Transaction): Promise<Result> => {
    bound.set(transaction, { tenantId, keys })
    return work(transaction)
  }
  return {
    ...database,
    withTenant: (tenantId, work, options) => database.withTenant(tenantId, binding(tenantId, work), options),
    readTenant: (tenantId, work) => database.readTenant(tenantId, binding(tenantId, work)),
  }
}

function boundTo(transaction: object): Bound {
  const found = bound.get(transaction)
  if (!found) throw new KeysUnavailable('this transaction was begun without the keys of its tenant')
  return found
}

/** First byte of every sealed value: how the rest is made. */
const version = 1
const idBytes = 16
const ownerAt = (tenantId: string, { table, column, row }: Place, keyId: string): string => JSON.stringify([version, keyId, tenantId, table, column, row])

const idOf = (bytes: Buffer): string => bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')

/** Seals with one key of a tenant: version, id of the key, and AES-256-GCM bound to tenant, table, column, row and both of these. */
export function sealWith(key: DataKey, tenantId: string, place: Place, value: unknown): Buffer {
  const sealed = seal(key.sealing, ownerAt(tenantId, place, key.id), Buffer.from(JSON.stringify(value)))
  return Buffer.concat([Buffer.from([version]), Buffer.from(key.id.replaceAll('-', ''), 'hex'), sealed])
}

/** What a value is stored as: sealed with the tenant's current key; null where the tenant's rows are not sealed yet. */
export async function sealedAt(transaction: QueryExecutorProvider, place: Place, value: unknown): Promise<{ readonly sealed: Buffer; readonly sealed_with: string } | null> {
  const { tenantId, keys } = boundTo(transaction)
  const current = await keys.toSeal(transaction, tenantId)
  return current && { sealed: sealWith(current, tenantId, place, value), sealed_with: current.id }
}

/** Opens a sealed value. Throws KeysUnavailable when its key is missing or another one, or when it was sealed for another place. */
export async function openAt(transaction: QueryExecutorProvider, place: Place, sealed: Buffer): Promise<unknown> {
  const { tenantId, keys } = boundTo(transaction)
  if (sealed[0] !== version) throw new KeysUnavailable(`a value of ${place.table}.${place.column} is sealed in a form that this release does not know`)
  const id = idOf(sealed.subarray(1, 1 + idBytes))
  const key = await keys.byId(transaction, tenantId, id)
  try {
    return JSON.parse(unseal(key.sealing, ownerAt(tenantId, place, id), sealed.subarray(1 + idBytes)).toString('utf8'))
  } catch (error) {
    throw new KeysUnavailable(`a value of ${place.table}.${place.column} does not open with the key ${id}: it was sealed for another place, or changed`, { cause: error })
  }
}

/** The hash that a value is found by, under the key that seals now; null for a value that nobody looks for, and where rows are not sealed yet. */
export async function hashToFind(transaction: QueryExecutorProvider, use: string, value: string | null): Promise<Buffer | null> {
  const { tenantId, keys } = boundTo(transaction)
  const current = await keys.toSeal(transaction, tenantId)
  return current && value !== null && value !== '' ? searchHash(current, use, value) : null
}

/** Every hash that a sealed value may be found by now: one under each key of the tenant. None where nothing is sealed, or for a caller without keys. */
export async function hashesOf(transaction: QueryExecutorProvider, use: string, value: string): Promise<readonly Buffer[]> {
  const found = bound.get(transaction)
  if (!found) return []
  const { all } = await found.keys.of(transaction, found.tenantId)
  return all.map((key) => searchHash(key, use, value))
}
