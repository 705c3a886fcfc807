import { randomUUID } from 'node:crypto'
import { mkdir, open, readFile, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { ObjectStore } from '@checkin/server/object-store'
import type { Transaction } from 'kysely'
import { newKey, sealedFor } from '../database/seal.ts'
import type { KeyService } from '../keys/key-service.ts'
import type { Tables } from './tables.ts'

/** Where sealed pictures and documents lie: a folder that all processes share, or a bucket of an object store. */
export interface SealedFiles {
  readonly write: (tenantId: string, id: string, sealed: Buffer) => Promise<void>
  /** Null when there is none. */
  readonly read: (tenantId: string, id: string) => Promise<Buffer | null>
  /** Removing what is gone already is no error. */
  readonly remove: (tenantId: string, id: string) => Promise<void>
}

const plainName = /^[a-z0-9-]{1,64}$/

function requirePlain(tenantId: string, id: string): void {
  if (!plainName.test(tenantId) || !plainName.test(id)) throw new Error('a sealed file has no plain name')
}

/** Sealed pictures and documents as objects, `<tenant>/<id>.sealed`. Each call throws FilesUnavailable while the store cannot serve. */
export function sealedObjectsIn(store: ObjectStore): SealedFiles {
  const keyOf = (tenantId: string, id: string): string => {
    requirePlain(tenantId, id)
    return `${tenantId}/${id}.sealed`
  }
  return {
    write: (tenantId, id, sealed) => store.write(keyOf(tenantId, id), sealed),
    read: (tenantId, id) => store.read(keyOf(tenantId, id)),
    remove: (tenantId, id) => store.remove(keyOf(tenantId, id)),
  }
}

/** Sealed pictures as files of a folder that only this service's user can read. */
export function sealedFilesIn(folder: string): SealedFiles {
  const placeOf = (tenantId: string, id: string) => {
    requirePlain(tenantId, id)
    const parent = join(folder, tenantId, id.slice(-2))
    return { parent, file: join(parent, `${id}.sealed`) }
  }
  return {
    write: async (tenantId, id, sealed) => {
      const { parent, file } = placeOf(tenantId, id)
      await mkdir(parent, { recursive: true, mode: 0o700 })
      const unfinished = join(parent, `${randomUUID()}.part`)
      const handle = await open(unfinished, 'wx', 0o600)
      try {
        await handle.writeFile(sealed)
        await handle.sync()
      } finally {
        await handle.close()
      }
      await rename(unfinished, file)
    },
    read: (tenantId, id) => readFile(placeOf(tenantId, id).file).catch(goneIsNull),
    remove: (tenantId, id) => rm(placeOf(tenantId, id).file, { force: true }),
  }
}

function goneIsNull(error: unknown): null {
  if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null
  throw error
}

/** Opens a tenant's key, which seals the keys of its pictures and documents; makes it at the first need. */
export type TenantKey = (transaction: Transaction<Tables>, tenantId: string) => Promise<Buffer>

/** What the key of a tenant's pictures and documents is bound to where a key service wraps it. */
export const documentKeyOwner = (tenantId: string): string => JSON.stringify(['document key', tenantId])

/** A tenant's key as its row has it, opened: wrapped by the key service, or sealed with the document key itself as all were before. */
export const openDocumentKey = ({ secret, keys }: KeySource, tenantId: string, { sealed_key: wrapped, wrapped_with: wrappedWith }: { readonly sealed_key: Buffer; readonly wrapped_with: string | null }): Promise<Buffer> =>
  (wrappedWith === null ? Promise.resolve().then(() => sealedFor(secret, 'checkin documents').unseal(tenantId, wrapped)) : keys.unwrap(documentKeyOwner(tenantId), { wrapped, wrappedWith }))

/** What opens the keys of tenants: the document key, and the service that wraps with keys that can be changed. */
export interface KeySource {
  readonly secret: string
  readonly keys: KeyService
}

/** A new key of a tenant as it goes into its row. Where nothing but the document key wraps, as a server of the release before knows it. */
async function sealedNew({ secret, keys }: KeySource, tenantId: string): Promise<{ readonly sealed_key: Buffer; readonly wrapped_with: string | null }> {
  const key = newKey()
  if (!(await keys.keys()).isChangeable) return { sealed_key: sealedFor(secret, 'checkin documents').seal(tenantId, key), wrapped_with: null }
  const { wrapped, wrappedWith } = await keys.wrap(documentKeyOwner(tenantId), key)
  return { sealed_key: wrapped, wrapped_with: wrappedWith }
}

export function tenantKeys(source: KeySource): TenantKey {
  return async (transaction, tenantId) => {
    const find = () => transaction.selectFrom('document_tenant_key').where('tenant_id', '=', tenantId).select(['sealed_key', 'wrapped_with']).executeTakeFirst()
    const made = async () => {
      await transaction.insertInto('document_tenant_key').values({ tenant_id: tenantId, ...await sealedNew(source, tenantId) })
        .onConflict((conflict) => conflict.doNothing()).execute()
      return find()
    }
    const row = (await find()) ?? (await made())
    if (!row) throw new Error('a tenant has no key for its documents')
    return openDocumentKey(source, tenantId, row)
  }
}
