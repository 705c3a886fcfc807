import { internalContract } from '@checkin/internal'
import { ServiceError, type Database } from '@checkin/server'
import type { ImageReader } from '../../documents/images/image-reader.ts'
import { withOwnLogo } from '../../tenants/own-logo.ts'
import { approvalNeeded } from '../../tenants/settings-drafts.ts'
import type { TenantDirectory } from '../../tenants/tenant-directory.ts'
import { lastActor, putTenant, tenantForOperators, tenantsForOperators, tenantSummaries } from '../../tenants/tenant-store.ts'
import type { Tables } from '../../tables.ts'
import type { ServeOperators } from './operator-calls.ts'

export interface TenantRoutesOptions {
  readonly database: Database<Tables>
  readonly directory: TenantDirectory
  /** Makes logos anew. */
  readonly reader: ImageReader
  /** Demo tokens may be short and known; others may not. */
  readonly demo: boolean
}

/** A token that is known from the demo or too short to be random. */
const isWeak = (token: string | null): boolean => token !== null && (token.length < 32 || token.startsWith('demo-'))

/** Name under which the demo makes its tenants at every start. */
const demoActor = 'demo'

/**
 * Reads, creates or replaces tenants. Tenants whose settings cannot be read stand under `unreadable` with what is wrong; a PUT puts them right.
 * Who looked first says with If-Match what they saw; 412 when somebody else was quicker. What an operator changed, a demo start leaves alone.
 */
export function tenantRoutes(serve: ServeOperators, { database, directory, reader, demo }: TenantRoutesOptions): void {
  serve(internalContract.listTenants, () => tenantsForOperators(database.kysely))
  serve(internalContract.listTenantSummaries, async () => ({ tenants: [...await tenantSummaries(database.kysely)] }))
  serve(internalContract.getTenant, async ({ params: { id } }) => {
    const tenant = await tenantForOperators(database.kysely, id)
    if (!tenant) throw new ServiceError(404, 'UnknownTenant', 'There is no such tenant')
    return tenant
  })
  serve(internalContract.putTenant, async ({ actor, params: { id }, body, ifMatch }) => {
    const { id: repeated = id, ...tenant } = body
    if (repeated !== id) throw new ServiceError(400, 'InvalidRequest', 'The body repeats another id than the address')
    if (!demo && isWeak(tenant.fleetToken)) throw new ServiceError(400, 'InvalidRequest', 'The fleet token is too easy to guess')
    if (actor === demoActor && ![null, demoActor].includes(await lastActor(database.kysely, id))) return { id, host: tenant.host }
    const settings = await withOwnLogo(database.kysely, reader, { tenantId: id }, tenant.settings)
    const done = await database.withTx((transaction) => putTenant(transaction, { id, ...tenant, settings }, { actor, ifRevision: ifMatch }))
    directory.forget()
    if (done.kind === 'unapproved') throw approvalNeeded()
    if (done.kind === 'taken') throw new ServiceError(409, 'CannotUpdate', 'The host or the token belongs to another tenant')
    if (done.kind === 'stale') throw new ServiceError(412, 'RevisionChanged', 'Somebody changed this tenant meanwhile', { data: { revision: done.revision } })
    return { id, host: tenant.host, revision: done.revision }
  })
}
