import { ServiceError, type Database } from '@checkin/server'
import type { FastifyInstance } from 'fastify'
import * as z from 'zod'
import { invalidRequest } from '../../server/invalid-request.ts'
import { adminGuard } from '../operators/admin-guard.ts'
import type { TenantDirectory } from './tenant-directory.ts'
import { TenantSettings } from './tenant-settings.ts'
import { lastActor, putTenant, tenantsForOperators } from './tenant-store.ts'
import type { TenantTables } from './tenant-tables.ts'

const TenantBody = z.strictObject({
  /** May repeat the id of the address. */
  id: z.string().optional(),
  host: z.string().regex(/^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$/).max(253),
  settings: TenantSettings,
  fleetToken: z.string().min(12).max(200).nullable().default(null),
})

const TenantId = z.string().regex(/^[a-z][a-z0-9-]{1,39}$/)

export interface TenantRoutesOptions {
  readonly database: Database<TenantTables>
  readonly directory: TenantDirectory
  readonly adminToken: string
  /** Demo tokens may be short and known; others may not. */
  readonly demo: boolean
}

/** A token that is known from the demo or too short to be random. */
const isWeak = (token: string | null): boolean => token !== null && (token.length < 32 || token.startsWith('demo-'))

/** `"3"` of If-Match; null when the caller did not look first. */
function revisionIn(header: string | undefined): number | null {
  if (header === undefined) return null
  const [, revision] = /^"(\d{1,9})"$/.exec(header) ?? []
  if (revision === undefined) throw new ServiceError(400, 'InvalidRequest', 'If-Match must be a revision in quotes')
  return Number(revision)
}

/** Name under which the demo makes its tenants at every start. */
const demoActor = 'demo'

/**
 * `GET /internal/v1/tenants` and `PUT /internal/v1/tenants/{id}`: reads, creates or replaces tenants. For operators, with the admin token.
 * Tenants whose settings cannot be read stand under `unreadable` with what is wrong; a PUT puts them right.
 * Who looked first says with If-Match what they saw; 412 when somebody else was quicker. What an operator changed, a demo start leaves alone.
 */
export function tenantRoutes(app: FastifyInstance, { database, directory, adminToken, demo }: TenantRoutesOptions): void {
  const actorOf = adminGuard(adminToken)
  app.get('/internal/v1/tenants', async (request) => {
    actorOf(request)
    return tenantsForOperators(database.kysely)
  })
  // Before the body is read: who may not make the call must not make us read it.
  app.put('/internal/v1/tenants/:id', { bodyLimit: 1024 * 1024, onRequest: (request, _reply, done) => { actorOf(request); done() } }, async (request) => {
    const actor = actorOf(request)
    const ifRevision = revisionIn(request.headers['if-match'])
    const id = TenantId.safeParse((request.params as { id: string }).id)
    const body = TenantBody.safeParse(request.body)
    if (!id.success) throw invalidRequest(id.error)
    if (!body.success) throw invalidRequest(body.error)
    const { id: repeated = id.data, ...tenant } = body.data
    if (repeated !== id.data) throw new ServiceError(400, 'InvalidRequest', 'The body repeats another id than the address')
    if (!demo && isWeak(tenant.fleetToken)) throw new ServiceError(400, 'InvalidRequest', 'The fleet token is too easy to guess')
    if (actor === demoActor && ![null, demoActor].includes(await lastActor(database.kysely, id.data))) return { id: id.data, host: tenant.host }
    const done = await database.withTx((transaction) => putTenant(transaction, { id: id.data, ...tenant }, { actor, ifRevision }))
    directory.forget()
    if (done.kind === 'taken') throw new ServiceError(409, 'CannotUpdate', 'The host or the token belongs to another tenant')
    if (done.kind === 'stale') throw new ServiceError(412, 'RevisionChanged', 'Somebody changed this tenant meanwhile', { data: { revision: done.revision } })
    return { id: id.data, host: tenant.host, revision: done.revision }
  })
}
