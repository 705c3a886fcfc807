import { ServiceError } from '@checkin/server'
import { resolvePointer } from '@checkin/releases'
import { requireHost } from '../../access/actor.ts'
import type { Registry } from '../../registry.ts'
import { withLedger } from '../../storage/ledger.ts'
import { signedSet, tenantPointers } from '../snapshot/snapshot.ts'
import { pointBack, pointTo } from './change-pointer.ts'
import { tenantStatus, tenantSummaries } from './tenant-status.ts'
import { getTenant, goBack, listTenants, resolveSession, setPointer } from './tenants.contract.ts'

/** Which release set each tenant's new sessions get. */
export function tenantRoutes(registry: Registry): void {
  const { serve, database } = registry

  serve(listTenants, async () => ({ tenants: await tenantSummaries(database) }))
  serve(getTenant, ({ params }) => tenantStatus(database, params.host))

  serve(setPointer, async ({ params: { host }, body, actor, ifMatch }) => {
    requireHost(actor, host)
    await withLedger(database, (change) => pointTo(change, registry, { host, ifMatch, actor: actor.label, ...body }))
    return tenantStatus(database, host)
  })

  serve(goBack, async ({ params: { host }, body: { to, reason }, actor, ifMatch }) => {
    requireHost(actor, host)
    await withLedger(database, (change) => pointBack(change, { host, ifMatch, actor: actor.label, reason, to }))
    return tenantStatus(database, host)
  })

  serve(resolveSession, async ({ query: { host, session } }) => {
    const [pointer] = await tenantPointers(database.kysely, host)
    if (!pointer) throw new ServiceError(404, 'UnknownTenant', `${host} has no release`)
    const resolution = resolvePointer(pointer, session)
    const signed = await signedSet(database.kysely, resolution.setId)
    return { ...resolution, set: JSON.parse(signed.payload) as unknown, signed }
  })
}
