import { createHmac, hkdfSync, randomUUIDv7 } from 'node:crypto'
import { KeysUnavailable } from '@checkin/server'
import { sql, type QueryExecutorProvider } from 'kysely'
import { newKey } from '../database/seal.ts'
import type { KeyService } from './key-service.ts'

/** A tenant's key, opened: one half seals, the other makes the hashes that sealed values are found by. */
export interface DataKey {
  readonly id: string
  readonly sealing: Buffer
  readonly search: Buffer
}

/** The keys of one tenant as they stand. */
export interface TenantKeys {
  /** Null before the first value was sealed. */
  readonly current: DataKey | null
  /** All that rows may be sealed with: more than one only while a new key takes over. */
  readonly all: readonly DataKey[]
}

/** Opens the keys of tenants and keeps them for a while; at most `most` at a time. */
export interface DataKeys {
  readonly of: (transaction: QueryExecutorProvider, tenantId: string) => Promise<TenantKeys>
  /** The key that a tenant's rows are sealed with, made where there is none; null while they are written clear, which needs no key. */
  readonly toSeal: (transaction: QueryExecutorProvider, tenantId: string) => Promise<DataKey | null>
  /** The key of this id. Throws KeysUnavailable when the tenant has none of that id, or it cannot be unwrapped. */
  readonly byId: (transaction: QueryExecutorProvider, tenantId: string, id: string) => Promise<DataKey>
  readonly service: KeyService
}

export interface DataKeysOptions {
  /** How long another process may go on with the keys of before: a new key is known everywhere for longer before it seals. */
  readonly keepMs?: number
  readonly most?: number
}

interface KeyRow {
  readonly id: string
  readonly wrapped: Buffer
  readonly wrappedWith: string
  readonly isCurrent: boolean
}

interface Stored {
  readonly seals: boolean
  readonly rows: readonly KeyRow[]
}

/** How long a process believes what it read of a tenant's keys. */
export const keysKeptMs = 5000

const half = (key: Buffer, purpose: string): Buffer => Buffer.from(hkdfSync('sha256', key, '', purpose, 32))

/** Makes a key for a tenant and stores it wrapped; with `isCurrent` it seals from now on, unless another process was quicker. */
export async function addDataKey(transaction: QueryExecutorProvider, service: KeyService, tenantId: string, isCurrent: boolean): Promise<string> {
  const id = randomUUIDv7()
  const { wrapped, wrappedWith } = await service.wrap(ownerOf(tenantId, id), newKey())
  await sql`insert into data_key (tenant_id, id, wrapped, wrapped_with, is_current) values (${tenantId}, ${id}, ${wrapped}, ${wrappedWith}, ${isCurrent})
    on conflict (tenant_id) where is_current do nothing`.execute(transaction)
  return id
}

/** What a wrapped key is bound to. */
export const ownerOf = (tenantId: string, id: string): string => JSON.stringify(['data key', tenantId, id])

/** Keys of tenants out of the database, unwrapped by `service`. */
export function dataKeys(service: KeyService, { keepMs = keysKeptMs, most = 1000 }: DataKeysOptions = {}): DataKeys {
  const opened = new Map<string, Promise<DataKey>>()
  const read = new Map<string, { readonly stored: Stored; readonly until: number }>()

  const remember = <Value>(map: Map<string, Value>, name: string, value: Value): Value => {
    map.delete(name)
    map.set(name, value)
    const [oldest] = map.keys()
    if (map.size > most && oldest !== undefined) map.delete(oldest)
    return value
  }
  const open = (tenantId: string, { id, wrapped, wrappedWith }: KeyRow): Promise<DataKey> => {
    const name = `${tenantId} ${id}`
    const known = opened.get(name)
    if (known) return remember(opened, name, known)
    const opening = service.unwrap(ownerOf(tenantId, id), { wrapped, wrappedWith }).then((key) => ({ id, sealing: half(key, 'checkin sealing'), search: half(key, 'checkin search') }))
    opening.catch(() => opened.delete(name))
    return remember(opened, name, opening)
  }
  const fresh = async (transaction: QueryExecutorProvider, tenantId: string): Promise<Stored> => {
    const { rows } = await sql<{ seals: boolean } & { [Name in keyof KeyRow]: KeyRow[Name] | null }>`
      select tenant.seals_personal_data as seals, key.id, key.wrapped, key.wrapped_with as "wrappedWith", key.is_current as "isCurrent"
      from tenant left join data_key as key on key.tenant_id = tenant.id where tenant.id = ${tenantId} order by key.id`.execute(transaction)
    const keys = rows.flatMap(({ id, wrapped, wrappedWith, isCurrent }) => (id !== null && wrapped && wrappedWith !== null ? [{ id, wrapped, wrappedWith, isCurrent: isCurrent === true }] : []))
    return { seals: rows[0]?.seals ?? true, rows: keys }
  }
  const known = (tenantId: string): Stored | null => {
    const found = read.get(tenantId)
    return found && found.until > Date.now() ? found.stored : null
  }
  /** Transactions that made a key: what they see is nobody else's yet, and gone when they are rolled back. */
  const makers = new WeakSet<QueryExecutorProvider>()
  const storedOf = async (transaction: QueryExecutorProvider, tenantId: string): Promise<Stored> => {
    const kept = known(tenantId)
    if (kept) return kept
    const found = await fresh(transaction, tenantId)
    // Without a current key the next one to write makes one: that is not believed for any time.
    if (!makers.has(transaction) && found.rows.some(({ isCurrent }) => isCurrent)) remember(read, tenantId, { stored: found, until: Date.now() + keepMs })
    return found
  }
  const keysIn = async (tenantId: string, { rows }: Stored): Promise<TenantKeys> => {
    const all = await Promise.all(rows.map((row) => open(tenantId, row)))
    return { all, current: all.find((_key, at) => rows[at]?.isCurrent) ?? null }
  }

  return {
    service,
    of: async (transaction, tenantId) => keysIn(tenantId, await storedOf(transaction, tenantId)),
    toSeal: async (transaction, tenantId) => {
      const stored = await storedOf(transaction, tenantId)
      if (!stored.seals) return null
      const before = await keysIn(tenantId, stored)
      if (before.current) return before.current
      makers.add(transaction)
      await addDataKey(transaction, service, tenantId, true)
      const { current } = await keysIn(tenantId, await fresh(transaction, tenantId))
      if (!current) throw new KeysUnavailable(`the tenant ${tenantId} has no key that seals`)
      return current
    },
    byId: async (transaction, tenantId, id) => {
      const byItsId = ({ rows }: Stored) => rows.find((row) => row.id === id)
      const row = byItsId(await storedOf(transaction, tenantId)) ?? byItsId(await fresh(transaction, tenantId))
      if (!row) throw new KeysUnavailable(`the tenant ${tenantId} has no key ${id}`)
      return open(tenantId, row)
    },
  }
}

/** By what a sealed value is found: HMAC-SHA-256 with the tenant's own key, so that equal values of two tenants look different. `use` keeps kinds apart. */
export const searchHash = ({ search }: DataKey, use: string, value: string): Buffer => createHmac('sha256', search).update(`${use}\0${value}`).digest()
