import type { Transaction } from 'kysely'
import { masterKey, newKey, seal, unseal } from './document-seal.ts'
import type { DocumentTables } from './document-tables.ts'

/** Opens a tenant's key, which seals the keys of its pictures and papers; makes it at the first need. */
export type TenantKey = (transaction: Transaction<DocumentTables>, tenantId: string) => Promise<Buffer>

export function tenantKeys(secret: string): TenantKey {
  const master = masterKey(secret)
  return async (transaction, tenantId) => {
    const find = () => transaction.selectFrom('document_tenant_key').where('tenant_id', '=', tenantId).select('sealed_key').executeTakeFirst()
    const made = async () => {
      await transaction.insertInto('document_tenant_key').values({ tenant_id: tenantId, sealed_key: seal(master, tenantId, newKey()) })
        .onConflict((conflict) => conflict.doNothing()).execute()
      return find()
    }
    const row = (await find()) ?? (await made())
    if (!row) throw new Error('a tenant has no key for its documents')
    return unseal(master, tenantId, row.sealed_key)
  }
}
