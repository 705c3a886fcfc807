import { internalContract } from '@checkin/internal'
import type { Database } from '@checkin/server'
import type { Tables } from '../../tables.ts'
import { offerFunnel } from '../../checkin/offer-funnel.ts'
import type { Transaction } from 'kysely'
import { readTenants, type Tenant } from '../../tenants/tenant-store.ts'
import { latestAccountChanges } from '../../tenants/accounts/account-store.ts'
import { latestTokenChanges } from '../../tenants/fleet-tokens.ts'
import { latestChanges } from '../../tenants/tenant-changes.ts'
import { checkInsOfToday } from '../../operators/check-ins.ts'
import { needsAPerson } from '../../operators/needs-a-person.ts'
import type { ServeOperators } from './operator-calls.ts'

export interface OperatorRoutesOptions {
  readonly database: Database<Tables>
  /** Mail of a tenant without an account of its own leaves by the environment's server. */
  readonly hasEnvironmentMail: boolean
}

const mostChanges = 200

/**
 * What operators see of reservations: counts, and references where somebody has to act.
 * Nothing about a renter but the reference leaves here. Of a tenant whose settings cannot be read, `attention` has just that. Every answer is `{ rows: [{ host, … }] }`, so the console can keep tenants out of sight.
 */
export function operatorRoutes(serve: ServeOperators, { database, hasEnvironmentMail }: OperatorRoutesOptions): void {
  const ofEveryTenant = async <Row extends object>(read: (transaction: Transaction<Tables>, tenant: Tenant) => Promise<readonly Row[]>) => {
    const rows: (Row & { host: string })[] = []
    for (const tenant of (await readTenants(database.kysely)).tenants) {
      const found = await database.withTenant(tenant.id, (transaction) => read(transaction, tenant))
      rows.push(...found.map((row) => ({ ...row, host: tenant.host })))
    }
    return { rows }
  }

  serve(internalContract.countCheckIns, () => ofEveryTenant(async (transaction, { id, settings }) => [await checkInsOfToday(transaction, id, settings.timeZone)]))
  serve(internalContract.countOfferAnswers, () => ofEveryTenant((transaction, { id }) => offerFunnel(transaction, id)))
  serve(internalContract.listAttention, async () => {
    const { unreadable } = await readTenants(database.kysely)
    const settings = unreadable.map(({ id, host, since }) => ({ host, kind: 'settings-unreadable', reference: id, since: since.toISOString() }))
    const { rows } = await ofEveryTenant((transaction, { id }) => needsAPerson(transaction, id, { hasEnvironmentMail }))
    return { rows: [...settings, ...rows] }
  })
  serve(internalContract.listTenantChanges, async () => {
    const [settings, accounts] = [await latestChanges(database.kysely, mostChanges), await latestAccountChanges(database.kysely, mostChanges)]
    const tokens = await latestTokenChanges(database.kysely, mostChanges)
    return { rows: [...settings, ...accounts, ...tokens].sort((one, other) => other.at.localeCompare(one.at)).slice(0, mostChanges) }
  })
}
