import { internalContract } from '@checkin/internal'
import type { Looks } from '@checkin/server'
import { knownStations } from '../../operators/known-stations.ts'
import type { Tables } from '../../tables.ts'
import { requireTenant } from '../../tenants/tenant-store.ts'
import type { ServeOperators } from './operator-calls.ts'

/** Stations as companies' systems deliver them; what a company says of them itself is part of its settings (DEC-356). */
export function stationRoutes(serve: ServeOperators, { looks }: { readonly looks: Looks<Tables> }): void {
  serve(internalContract.listStations, async ({ params: { id } }) => {
    const rows = await looks.withTenant(id, async (transaction) => {
      await requireTenant(transaction, id)
      return knownStations(transaction, id)
    })
    return { rows }
  })
}
