import { addReleaseTest, createSet, getSet, type SetSummary } from '@checkin/registry'
import { digestOf } from '@checkin/releases/attestation'
import { ServiceError } from '@checkin/server'
import { reaches, requireHost, requireModule } from '../access/actor.ts'
import type { Registry } from '../registry.ts'
import { choiceOf } from './pointer.ts'
import { isSetInReach, makeSet } from './sets.ts'

const unknown = (id: number) => new ServiceError(404, 'NotFound', `There is no set ${id}`)

const mostTests = 20

/** Release sets and their release matrix tests; usually a change of a pointer makes the sets. */
export function setRoutes(registry: Registry): void {
  const { serve, database, changeOf } = registry

  const summary = async (id: number): Promise<SetSummary> => {
    const set = await database.kysely.selectFrom('release_set').select(['id', 'created_at', 'created_by', 'settings', 'payload']).where('id', '=', id).executeTakeFirst()
    if (!set) throw unknown(id)
    const modules = await choiceOf({ tx: database.kysely }, id)
    const tests = await database.kysely.selectFrom('rehearsal').leftJoin('attestation', 'attestation.id', 'rehearsal.attestation_id')
      .select(['journey', 'rehearsal.passed', 'module', 'step', 'host', 'builder', 'actor', 'rehearsal.at', 'attestation.key_id']).where('set_id', '=', id).orderBy('rehearsal.id', 'desc').limit(mostTests).execute()
    return {
      id, createdAt: set.created_at.toISOString(), createdBy: set.created_by, modules, settings: set.settings,
      rehearsals: tests.map(({ at, key_id: attestedBy, ...each }) => ({ ...each, at: at.toISOString(), ...(attestedBy !== null && { attestedBy }) })),
      sha256: digestOf(set.payload),
    }
  }

  serve(createSet, async ({ body, actor }) => summary(await changeOf('sets', (change) => makeSet(change, registry, { choice: body.modules, settings: body.settings }, actor.label))))
  serve(getSet, async ({ params: { id }, actor }) => {
    if (!(await isSetInReach(database.kysely, id, actor))) throw unknown(id)
    const set = await summary(id)
    return { ...set, rehearsals: set.rehearsals.filter(({ host }) => reaches(actor, host)) }
  })

  serve(addReleaseTest, ({ params: { id }, body, actor }) => {
    if (actor.role === 'publisher') requireModule(actor, body.module)
    requireHost(actor, body.host)
    return changeOf('sets', async (change) => {
      const modules = await choiceOf(change, id)
      if (Object.keys(modules).length === 0) throw new ServiceError(404, 'NotFound', `There is no set ${id}`)
      if (!(body.module in modules)) throw new ServiceError(422, 'NotInSet', `Set ${id} has no ${body.module}`)
      await change.tx.insertInto('rehearsal').values({ ...body, set_id: id, actor: actor.label, at: change.at }).execute()
      await change.record({ actor: actor.label, action: 'rehearse', subject: `set ${id}`, before: null, after: body, reason: '' })
      return { ...body, actor: actor.label, at: change.at.toISOString() }
    })
  })
}
