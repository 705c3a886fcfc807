import { ServiceError } from '@checkin/server'
import type * as z from 'zod'
import { reaches } from '../../access/reach.ts'
import type { Registry } from '../../registry.ts'
import { withLedger } from '../../storage/ledger.ts'
import { makeSet } from './make-set.ts'
import { isSetInReach } from './set-reach.ts'
import { createSet, getSet, type SetSummary } from './sets.contract.ts'

const unknown = (id: number) => new ServiceError(404, 'NotFound', `There is no set ${id}`)

/** As many as anybody reads. */
const mostRehearsals = 20

/** Release sets by themselves; a tenant's pointer usually makes them on the way. */
export function setRoutes(registry: Registry): void {
  const { serve, database } = registry

  const summary = async (id: number): Promise<z.infer<typeof SetSummary>> => {
    const set = await database.kysely.selectFrom('release_set').select(['id', 'created_at', 'created_by', 'settings']).where('id', '=', id).executeTakeFirst()
    if (!set) throw unknown(id)
    const members = await database.kysely.selectFrom('release_set_member').select(['name', 'version']).where('set_id', '=', id).orderBy('name').execute()
    const rehearsals = await database.kysely.selectFrom('rehearsal').select(['journey', 'passed', 'module', 'step', 'host', 'builder', 'actor', 'at']).where('set_id', '=', id).orderBy('id', 'desc').limit(mostRehearsals).execute()
    return {
      id, createdAt: set.created_at.toISOString(), createdBy: set.created_by, modules: Object.fromEntries(members.map(({ name, version }) => [name, version])), settings: set.settings,
      rehearsals: rehearsals.map(({ at, ...each }) => ({ ...each, at: at.toISOString() })),
    }
  }

  serve(createSet, async ({ body, actor }) => summary(await withLedger(database, (change) => makeSet(change, registry, { choice: body.modules, settings: body.settings }, actor.label))))
  serve(getSet, async ({ params: { id }, actor }) => {
    if (!(await isSetInReach(database.kysely, id, actor))) throw unknown(id)
    const set = await summary(id)
    return { ...set, rehearsals: set.rehearsals.filter(({ host }) => reaches(actor, host)) }
  })
}
