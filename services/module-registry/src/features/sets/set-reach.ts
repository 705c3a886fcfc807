import type { Database } from '@checkin/server'
import { sql } from 'kysely'
import type { Actor } from '../../access/actor.ts'
import { withinReach } from '../../access/reach.ts'
import type { Tables } from '../../storage/tables.ts'

/** Whether a set is, or was, one of a tenant within reach, or was shown there by a link: a set carries what its tenant has set. */
export async function isSetInReach(queries: Pick<Database<Tables>['kysely'], 'selectFrom'>, id: number, actor: Pick<Actor, 'hosts'>): Promise<boolean> {
  if (actor.hosts === null) return true
  const served = await queries.selectFrom('pointer_revision').select('host').where(withinReach(actor))
    .where(sql<boolean>`(set_id = ${id} or variants @> ${JSON.stringify(id)}::jsonb)`).limit(1).executeTakeFirst()
  if (served) return true
  const shown = await queries.selectFrom('pass').select('id').where(withinReach(actor)).where('set_id', '=', id).limit(1).executeTakeFirst()
  return shown !== undefined
}
