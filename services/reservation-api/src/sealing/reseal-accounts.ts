import { accountBodies, type AccountKind } from '@checkin/internal'
import type { Database } from '@checkin/server'
import type { AccountSeal } from '../tenants/accounts/account-seal.ts'
import { latestAccount, putAccount } from '../tenants/accounts/account-store.ts'
import type { Tables } from '../tables.ts'

/** Who seals accounts anew, in the record of changes. */
const actor = 'checkin keys'

/**
 * Stores each company's account that a former document key sealed as the next revision, sealed with the present one (DEC-307). What began with the former revision ends with it:
 * the former key stays until then. Answers how many there were; again there are none.
 */
export async function resealAccounts(database: Database<Tables>, seal: AccountSeal): Promise<number> {
  const tenants = await database.kysely.selectFrom('tenant').select('id').orderBy('id').execute()
  let count = 0
  for (const { id: tenantId } of tenants) {
    for (const kind of Object.keys(accountBodies) as AccountKind[]) {
      const isResealed = await database.withTenant(tenantId, async (transaction) => {
        const row = await latestAccount(transaction, tenantId, kind)
        if (!row?.sealed || row.key_id === null || row.key_id === seal.keyId) return false
        await putAccount(transaction, seal, { tenantId, kind, account: seal.open({ tenantId, kind, revision: row.revision }, { sealed: row.sealed, keyId: row.key_id }), actor })
        return true
      })
      if (isResealed) count += 1
    }
  }
  return count
}
