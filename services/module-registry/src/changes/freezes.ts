import { ServiceError } from '@checkin/server'
import { requireHost } from '../../access/actor.ts'
import { withinReach } from '../../access/reach.ts'
import type { Registry } from '../../registry.ts'
import { FreezeSpec } from './freeze-window.ts'
import { addFreeze, liftFreezes, listFreezes } from './freezes.contract.ts'

/** Times in which nothing changes. */
export function freezeRoutes({ serve, database, change: changing }: Registry): void {
  serve(listFreezes, async ({ actor }) => {
    const rows = await database.kysely.selectFrom('release_freeze').selectAll().where('lifted_at', 'is', null).where((where) => where.or([where('host', '=', '*'), withinReach(actor)])).orderBy('id', 'desc').execute()
    return { freezes: rows.map(({ id, host, spec, reason, actor, at }) => ({ id, host, spec: FreezeSpec.parse(spec), reason, actor, at: at.toISOString() })) }
  })

  serve(addFreeze, ({ body: { host, spec, reason }, actor }) => {
    // A token that is limited to tenants does not reach `*`.
    requireHost(actor, host)
    return changing(async ({ tx, at, record }) => {
      const { id } = await tx.insertInto('release_freeze').values({ host, spec: JSON.stringify(spec), reason, actor: actor.label, at, lifted_by: null }).returning('id').executeTakeFirstOrThrow()
      await record({ actor: actor.label, action: 'freeze', subject: host, before: null, after: { id, ...spec }, reason })
      return { id, host, spec, reason, actor: actor.label, at: at.toISOString() }
    })
  })

  serve(liftFreezes, ({ body: { host, id, reason }, actor }) => {
    requireHost(actor, host)
    return changing(async ({ tx, at, record }) => {
      const rows = await tx.updateTable('release_freeze').set({ lifted_at: at, lifted_by: actor.label }).where('host', '=', host).where('lifted_at', 'is', null)
        .$if(id !== undefined, (query) => query.where('id', '=', id ?? 0)).returning('id').execute()
      if (rows.length === 0) throw new ServiceError(404, 'NotFrozen', host === '*' ? 'There is no freeze of all tenants' : `${host} has no freeze of its own`)
      const lifted = rows.map((row) => row.id)
      await record({ actor: actor.label, action: 'unfreeze', subject: host, before: lifted, after: null, reason })
      return { lifted }
    })
  })
}
