import type { Database } from '@checkin/server'
import type { FastifyInstance } from 'fastify'
import type { Tables } from '../../tables.ts'
import { offerFunnel } from '../analytics/offer-funnel.ts'
import type { Transaction } from 'kysely'
import { readTenants, type Tenant } from '../tenants/tenant-store.ts'
import { latestAccountChanges } from '../provider-accounts/account-store.ts'
import { latestChanges } from '../tenants/tenant-changes.ts'
import { adminGuard } from './admin-guard.ts'
import { checkInsOfToday } from './check-ins.ts'
import { needsAPerson } from './needs-a-person.ts'

export interface OperatorRoutesOptions {
  readonly database: Database<Tables>
  readonly adminToken: string
  /** Mail of a tenant without an account of its own leaves by the environment's server. */
  readonly hasEnvironmentMail: boolean
}

const mostChanges = 200

/**
 * What operators see of reservations, `/internal/v1/{check-ins,funnel,attention,tenant-changes}`: counts, and references where somebody has to act.
 * Nothing about a renter but the reference leaves here. Of a tenant whose settings cannot be read, `attention` tells just that. Every answer is `{ rows: [{ host, … }] }`, so the console can keep tenants out of sight.
 */
export function operatorRoutes(app: FastifyInstance, { database, adminToken, hasEnvironmentMail }: OperatorRoutesOptions): void {
  const actorOf = adminGuard(adminToken)
  const ofEveryTenant = async <Row extends object>(read: (transaction: Transaction<Tables>, tenant: Tenant) => Promise<readonly Row[]>) => {
    const rows: (Row & { host: string })[] = []
    for (const tenant of (await readTenants(database.kysely)).tenants) {
      const found = await database.withTenant(tenant.id, (transaction) => read(transaction, tenant))
      rows.push(...found.map((row) => ({ ...row, host: tenant.host })))
    }
    return { rows }
  }

  app.get('/internal/v1/check-ins', (request) => {
    actorOf(request)
    return ofEveryTenant(async (transaction, { id, settings }) => [await checkInsOfToday(transaction, id, settings.timeZone)])
  })
  app.get('/internal/v1/funnel', (request) => {
    actorOf(request)
    return ofEveryTenant((transaction, { id }) => offerFunnel(transaction, id))
  })
  app.get('/internal/v1/attention', async (request) => {
    actorOf(request)
    const { unreadable } = await readTenants(database.kysely)
    const settings = unreadable.map(({ id, host, since }) => ({ host, kind: 'settings-unreadable', reference: id, since: since.toISOString() }))
    const { rows } = await ofEveryTenant((transaction, { id }) => needsAPerson(transaction, id, { hasEnvironmentMail }))
    return { rows: [...settings, ...rows] }
  })
  app.get('/internal/v1/tenant-changes', async (request) => {
    actorOf(request)
    const [settings, accounts] = [await latestChanges(database.kysely, mostChanges), await latestAccountChanges(database.kysely, mostChanges)]
    return { rows: [...settings, ...accounts].sort((one, other) => other.at.localeCompare(one.at)).slice(0, mostChanges) }
  })
}
