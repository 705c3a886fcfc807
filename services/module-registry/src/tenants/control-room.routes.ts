import { compareSets, getTimeline, searchTenants } from '@checkin/registry'
import { ServiceError } from '@checkin/server'
import type { Registry } from '../registry.ts'
import { comparedSets } from '../releases/compare-sets.ts'
import { isSetInReach } from '../releases/sets.ts'
import { searchedTenants } from './search-tenants.ts'
import { timeline } from './timeline.ts'

/** What the control room's list, its page of a tenant and its comparison of sets are made of (DEC-220, DEC-221, DEC-223). */
export function controlRoomRoutes({ serve, database, clock }: Registry): void {
  serve(searchTenants, ({ query, actor }) => searchedTenants(database, query, actor, clock()))
  serve(getTimeline, ({ params: { host }, query, actor }) => timeline(database.kysely, host, query, actor))
  serve(compareSets, async ({ params: { id, other }, actor }) => {
    for (const each of [id, other]) if (!(await isSetInReach(database.kysely, each, actor))) throw new ServiceError(404, 'NotFound', `There is no set ${each}`)
    return comparedSets(database.kysely, id, other)
  })
}
