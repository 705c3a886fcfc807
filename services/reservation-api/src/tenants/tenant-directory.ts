import type { Kysely } from 'kysely'
import { tenantByHost, type Tenant } from './tenant-store.ts'
import type { Tables } from './tables.ts'

/** Finds tenants by host name. Only known hosts are remembered, so that nobody fills the memory with invented ones. */
export interface TenantDirectory {
  readonly byHost: (host: string) => Promise<Tenant | null>
  /** A tenant was changed by this process: ask again at once. */
  readonly forget: () => void
}

export interface TenantDirectoryOptions {
  /** How long a tenant's settings may be old; other processes' changes arrive after this. */
  readonly keepMs: number
  /** What renters meet of a tenant; everything by default. */
  readonly prepare?: (tenant: Tenant) => Promise<Tenant>
  /** Milliseconds that only grow. */
  readonly now?: () => number
}

export function tenantDirectory(database: Kysely<Tables>, { keepMs, prepare = (tenant) => Promise.resolve(tenant), now = () => performance.now() }: TenantDirectoryOptions): TenantDirectory {
  const kept = new Map<string, { readonly tenant: Promise<Tenant | null>; readonly until: number }>()
  return {
    byHost: async (host) => {
      const known = kept.get(host)
      if (known && known.until > now()) return known.tenant
      const tenant = tenantByHost(database, host).then((found) => found && prepare(found))
      kept.set(host, { tenant, until: now() + keepMs })
      const found = await tenant.catch((error: unknown) => {
        kept.delete(host)
        throw error
      })
      if (!found) kept.delete(host)
      return found
    },
    forget: () => { kept.clear() },
  }
}
