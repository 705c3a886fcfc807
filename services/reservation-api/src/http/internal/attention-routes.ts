import { internalContract } from '@checkin/internal'
import { ServiceError, type Database } from '@checkin/server'
import type { Transaction } from 'kysely'
import { inTurns } from '../../database/in-turns.ts'
import { needsAPerson, tenantsWithAttention } from '../../operators/needs-a-person.ts'
import { changeItem, type Found, itemWithHistory, openItems, type OfTenant } from '../../operators/work-items.ts'
import type { Tables } from '../../tables.ts'
import { readTenants } from '../../tenants/tenant-store.ts'
import type { ServeOperators } from './operator-calls.ts'

export interface AttentionRoutesOptions {
  readonly database: Database<Tables>
  /** Mail of a tenant without an account of its own leaves by the environment's server. */
  readonly hasEnvironmentMail: boolean
}

/** What no machine will put right by itself, and what people do about it (DEC-222). Nothing about a renter but the reference leaves here. Of a tenant whose settings cannot be read it is just that. */
export function attentionRoutes(serve: ServeOperators, { database, hasEnvironmentMail }: AttentionRoutesOptions): void {
  const unreadableOf = ({ id, since }: { readonly id: string; readonly since: Date }): Found => ({ kind: 'settings-unreadable', reference: id, since: since.toISOString() })

  serve(internalContract.listAttention, async () => {
    const { tenants, unreadable } = await readTenants(database.kysely)
    const withWork = new Set(await tenantsWithAttention(database.kysely))
    const settings = await inTurns(unreadable, (tenant) => database.withTenant(tenant.id, (transaction) => openItems(transaction, tenant, [unreadableOf(tenant)])))
    const found = await inTurns(tenants.filter(({ id }) => withWork.has(id)), (tenant) => database.withTenant(tenant.id, async (transaction) => openItems(transaction, tenant, await needsAPerson(transaction, tenant.id, { hasEnvironmentMail }))))
    return { rows: [...settings, ...found].flat() }
  })

  /** Everything that is found of one tenant now. Throws 404 NotFound. */
  const within = async <Result>(id: string, work: (transaction: Transaction<Tables>, tenant: OfTenant, found: readonly Found[]) => Promise<Result>): Promise<Result> => {
    const { tenants: [readable], unreadable: [unreadable] } = await readTenants(database.kysely, [id])
    const tenant = readable ?? unreadable
    if (!tenant) throw new ServiceError(404, 'NotFound', 'There is no such tenant')
    return database.withTenant(id, async (transaction) =>
      work(transaction, tenant, [...(unreadable ? [unreadableOf(unreadable)] : []), ...(readable ? await needsAPerson(transaction, id, { hasEnvironmentMail }) : [])]))
  }

  serve(internalContract.getAttention, ({ params: { id, item } }) => within(id, (transaction, tenant, found) => itemWithHistory(transaction, tenant, item, found)))
  serve(internalContract.changeAttention, ({ params: { id, item }, body, ifMatch, actor, identity }) => within(id, async (transaction, tenant, found) => {
    await changeItem(transaction, { tenant, id: item, found, ifMatch, by: { actor, identity } }, body)
    return itemWithHistory(transaction, tenant, item, found)
  }))
}
