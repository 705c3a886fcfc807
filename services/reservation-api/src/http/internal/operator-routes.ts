import { internalContract } from '@checkin/internal'
import type { Looks } from '@checkin/server'
import type { Tables } from '../../tables.ts'
import { offerFunnel } from '../../checkin/offer-funnel.ts'
import { sql, type Transaction } from 'kysely'
import { readTenants, tenantSummaries, type Tenant } from '../../tenants/tenant-store.ts'
import { latestAccountChanges } from '../../tenants/accounts/account-store.ts'
import { latestTokenChanges } from '../../tenants/fleet-tokens.ts'
import { latestChanges } from '../../tenants/tenant-changes.ts'
import { checkInsOfToday } from '../../operators/check-ins.ts'
import { inTurns } from '../../database/in-turns.ts'
import type { ServeOperators } from './operator-calls.ts'

export interface OperatorRoutesOptions {
  /** Nobody acts at once upon anything here, so that all of it may come from a replica (decision 0285). */
  readonly looks: Looks<Tables>
}

const mostChanges = 200

/**
 * What operators see of all tenants: counts and changes.
 * Nothing about a renter leaves here. Every answer is `{ rows: [{ host, … }] }`, so the console can keep tenants out of sight.
 */
export function operatorRoutes(serve: ServeOperators, { looks }: OperatorRoutesOptions): void {
  /** Rows of the tenants of which there is something to count, by their hosts; the others are not looked at, however many there are. */
  const counted = async <Row extends object>(kind: 'check-ins' | 'offer-answers', read: (transaction: Transaction<Tables>, tenant: Tenant) => Promise<readonly Row[]>) => {
    const { tenants } = await looks.withTx(async (transaction) => {
      const { rows: found } = await sql<{ tenant_id: string }>`select tenant_id from tenants_with_figures(${kind})`.execute(transaction)
      return readTenants(transaction, found.map(({ tenant_id: id }) => id))
    })
    const rows = await inTurns(tenants, async (tenant) => (await looks.withTenant(tenant.id, (transaction) => read(transaction, tenant))).map((row) => ({ ...row, host: tenant.host })))
    return rows.flat()
  }

  serve(internalContract.countCheckIns, async () => {
    const rows = await counted('check-ins', async (transaction, { id, settings }) => [await checkInsOfToday(transaction, id, settings.timeZone)])
    const byHost = new Map(rows.map((row) => [row.host, row]))
    return { rows: (await looks.withTx(tenantSummaries)).map(({ host }) => byHost.get(host) ?? { host, started: 0, completed: 0 }) }
  })
  serve(internalContract.countOfferAnswers, async () => ({ rows: await counted('offer-answers', (transaction, { id }) => offerFunnel(transaction, id)) }))
  serve(internalContract.listTenantChanges, async () => {
    const rows = await looks.withTx(async (transaction) => {
      const [settings, accounts] = [await latestChanges(transaction, mostChanges), await latestAccountChanges(transaction, mostChanges)]
      return [...settings, ...accounts, ...await latestTokenChanges(transaction, mostChanges)]
    })
    return { rows: rows.sort((one, other) => other.at.localeCompare(one.at)).slice(0, mostChanges) }
  })
}
