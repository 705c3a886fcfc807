import { internalContract } from '@checkin/internal'
import type { Database } from '@checkin/server'
import { knownStations } from '../../operators/known-stations.ts'
import type { Tables } from '../../tables.ts'
import { requireTenant } from '../../tenants/tenant-store.ts'
import type { ServeOperators } from './operator-calls.ts'

/** Stations as companies' systems deliver them; what a company says of them itself is part of its settings (DEC-356). */
export function stationRoutes(serve: ServeOperators, { database }: { readonly database: Database<Tables> }): void {
  serve(internalContract.listStations, async ({ params: { id } }) => {
    await requireTenant(database.kysely, id)
    return { rows: await database.withTenant(id, (transaction) => knownStations(transaction, id)) }
  })
}
