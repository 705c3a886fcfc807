import { ServiceError, type Database } from '@checkin/server'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { invalidRequest } from '../../server/invalid-request.ts'
import { adminGuard } from '../operators/admin-guard.ts'
import { tenantById } from '../tenants/tenant-store.ts'
import type { TenantTables } from '../tenants/tenant-tables.ts'
import { accountBodies, accountKinds, clearAddresses, type AccountKind, type AnyAccount } from './account-kinds.ts'
import type { AccountSeal } from './account-seal.ts'
import { latestAccount, putAccount, type AccountRow } from './account-store.ts'
import type { AccountTables } from './account-tables.ts'

/** What the calls about accounts work with. */
export interface AccountRoutesOptions {
  readonly database: Database<AccountTables & TenantTables>
  readonly seal: AccountSeal
  readonly adminToken: string
  /** Providers may be spoken to in clear. */
  readonly demo: boolean
  /** Kinds for which a tenant without its own account has the environment's. */
  readonly fromEnvironment: readonly AccountKind[]
  /** An account was changed: what is known of tenants is old. */
  readonly changed: () => void
}

interface AccountParams { readonly id: string; readonly kind: string }

/**
 * `GET`, `PUT` and `DELETE /internal/v1/tenants/{id}/accounts/{card|wallet|sign|mail}`: a company's own accounts, for operators with the admin token.
 * What is secret is sealed at once and never told again; `DELETE` switches that way off, also where the environment has an account.
 */
export function accountRoutes(app: FastifyInstance, { database, seal, adminToken, demo, fromEnvironment, changed }: AccountRoutesOptions): void {
  const actorOf = adminGuard(adminToken)
  const named = async ({ params }: FastifyRequest): Promise<{ tenantId: string; kind: AccountKind }> => {
    const { id, kind } = params as AccountParams
    const known = accountKinds.find((each) => each === kind)
    const tenant = known && await tenantById(database.kysely, id)
    if (!known || !tenant) throw new ServiceError(404, 'NotFound', 'There is no such tenant or account')
    return { tenantId: tenant.id, kind: known }
  }
  const told = (kind: AccountKind, row: AccountRow | null) => (row === null
    ? { kind, state: fromEnvironment.includes(kind) ? 'environment' : 'none', revision: 0, changedAt: null, changedBy: null, account: null }
    : { kind, state: row.sealed ? 'own' : 'off', revision: row.revision, changedAt: row.changed_at.toISOString(), changedBy: row.actor, account: row.sealed ? row.public_parts : null })

  app.get('/internal/v1/tenants/:id/accounts/:kind', async (request) => {
    actorOf(request)
    const { tenantId, kind } = await named(request)
    return told(kind, await database.withTenant(tenantId, (transaction) => latestAccount(transaction, tenantId, kind)))
  })
  app.put('/internal/v1/tenants/:id/accounts/:kind', { bodyLimit: 16 * 1024 }, async (request) => {
    const actor = actorOf(request)
    const { tenantId, kind } = await named(request)
    const account = accountOf(kind, request.body, demo)
    const row = await database.withTenant(tenantId, (transaction) => putAccount(transaction, seal, { tenantId, kind, account, actor }))
    changed()
    return told(kind, row)
  })
  app.delete('/internal/v1/tenants/:id/accounts/:kind', async (request) => {
    const actor = actorOf(request)
    const { tenantId, kind } = await named(request)
    const row = await database.withTenant(tenantId, (transaction) => putAccount(transaction, seal, { tenantId, kind, account: null, actor }))
    changed()
    return told(kind, row)
  })
}

/** The account in a body; throws 400 with the names of what does not fit, never with what was sent. */
function accountOf(kind: AccountKind, body: unknown, demo: boolean): AnyAccount {
  const parsed = accountBodies[kind].safeParse(body)
  if (!parsed.success) throw invalidRequest(parsed.error)
  const clear = demo ? [] : clearAddresses(parsed.data)
  if (clear.length > 0) throw invalidRequest({ issues: clear.map((part) => ({ code: 'https_required', path: [part] })) })
  return parsed.data
}
